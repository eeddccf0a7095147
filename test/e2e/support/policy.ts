/**
 * The exact expected policy. Repeated here on purpose, because the one in the product is under
 * test.
 */
export const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'none'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; " +
  'trusted-types svelte-trusted-html'
