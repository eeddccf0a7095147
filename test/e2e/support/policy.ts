/**
 * As it must be, word for word. Written here a second time on purpose: the one in the product is
 * what is tested.
 */
export const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'none'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; " +
  'trusted-types svelte-trusted-html'
