// A browser knows no app:// scheme, so the page lives at an https address that exists nowhere and is never looked up. Main sees app://.

export const pageOrigin = 'https://plimsoll.invalid'
const appOrigin = 'app://plimsoll'

/** @param {string} address */
export const toBrowser = (address) => (address.startsWith(`${appOrigin}/`) ? pageOrigin + address.slice(appOrigin.length) : address)
/** @param {string} address */
export const toMain = (address) => (address.startsWith(`${pageOrigin}/`) ? appOrigin + address.slice(pageOrigin.length) : address)
