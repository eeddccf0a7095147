// A browser knows no app:// scheme, so the page lives at an https address that exists nowhere and is never looked up. Main sees app://.

const ours = /^https:\/\/(plimsoll|locked)\.invalid\//

/** @param {string} address */
export const isPageAddress = (address) => ours.test(address)
/** @param {string} address */
export const toBrowser = (address) => address.replace(/^app:\/\/(plimsoll|locked)\//, 'https://$1.invalid/')
/** @param {string} address */
export const toMain = (address) => address.replace(ours, 'app://$1/')
