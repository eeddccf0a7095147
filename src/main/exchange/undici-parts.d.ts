/** Parts of undici that its types declare only on its index. */
declare module 'undici/lib/core/errors.js' {
  import { errors } from 'undici'
  export default errors
}

declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici'
  export default Client
}
