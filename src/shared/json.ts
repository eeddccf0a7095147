/** What may cross the wall between main and page: values that JSON carries unchanged. No Date, Map, bigint, class or function. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined }
