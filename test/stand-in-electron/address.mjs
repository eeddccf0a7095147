// A browser knows no app:// scheme, so the page lives at an https address that exists nowhere and
// is never looked up. Main sees app://.

const ours = /^https:\/\/(plimsoll|locked|mini|mini-locked)\.invalid\//

/** @param {string} address */
export function isPageAddress(address) {
  return ours.test(address)
}

/** @param {string} address */
export function toBrowser(address) {
  return address.replace(/^app:\/\/(plimsoll|locked|mini|mini-locked)\//, 'https://$1.invalid/')
}

/** @param {string} address */
export function toMain(address) {
  return address.replace(ours, 'app://$1/')
}
