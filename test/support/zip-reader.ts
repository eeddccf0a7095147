// Reads a ZIP file without the library that made it.
import { crc32, inflateRawSync } from 'node:zlib'

/** Text of each file by name. Throws where the archive is not one, or a sum does not fit. */
export function filesInZip(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end === -1) throw new Error('no end of a ZIP file')
  const files = new Map<string, string>()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(at) !== 0x02014b50) throw new Error('no entry where one is listed')
    const [method, sum, packed] = [
      archive.readUInt16LE(at + 10),
      archive.readUInt32LE(at + 16),
      archive.readUInt32LE(at + 20),
    ]
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) =>
      archive.readUInt16LE(at + offset),
    ) as [number, number, number]
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const local = archive.readUInt32LE(at + 42)
    const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const content = archive.subarray(from, from + packed)
    const bytes = method === 0 ? content : inflateRawSync(content)
    if (crc32(bytes) !== sum) throw new Error(`the sum of ${name} does not fit`)
    files.set(name, bytes.toString('utf8'))
    at += 46 + nameLength + extra + comment
  }
  return files
}
