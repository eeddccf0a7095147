// npm run icons
// Draws every picture in resources/ from resources/icon.svg. Run it after changing that; a test says when it was forgotten.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { drawIcons } from './icons/draw.mjs'
import { samePictures } from './icons/paint.mjs'

const resources = fileURLToPath(new URL('../resources', import.meta.url))

const changed = [...drawIcons(readFileSync(path.join(resources, 'icon.svg'), 'utf8'))].filter(([name, data]) => {
  const file = path.join(resources, name)
  if (existsSync(file) && samePictures(readFileSync(file), data)) return false
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, data)
  return true
})
console.error(changed.length === 0 ? 'Every picture is as icon.svg has it.' : `Drawn anew: ${changed.map(([name]) => name).join(', ')}`)
