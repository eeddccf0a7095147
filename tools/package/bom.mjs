// What ships, in the format SBOM tools read: CycloneDX. The same parts give the same text.

/**
 * @param {string} name
 * @param {string} version
 */
function described(name, version) {
  return {
    'bom-ref': `${name}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  }
}

/** @param {string} terms as SPDX writes them */
function licensed(terms) {
  return {
    licenses: [/ /.test(terms) ? { expression: terms } : { license: { id: terms } }],
  }
}

/** @param {import('./shipped.mjs').Shipped} shipped */
function componentOf({ name, version, terms, integrity }) {
  return {
    type: name === 'electron' ? 'framework' : 'library',
    ...described(name, version),
    ...(integrity !== undefined && {
      hashes: [
        { alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') },
      ],
    }),
    ...(terms !== undefined && licensed(terms)),
  }
}

/**
 * A package at two paths with one version is one component.
 * @param {{ name: string, version: string, license: string }} manifest
 * @param {readonly import('./shipped.mjs').Shipped[]} shipped
 */
export function billOfMaterials({ name, version, license }, shipped) {
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: { type: 'application', ...described(name, version), ...licensed(license) },
    },
    components: [
      ...new Map(shipped.map((one) => [`${one.name}@${one.version}`, componentOf(one)])).values(),
    ],
  }
}
