/** One step from a version of the database to the next. A released one is never changed: the databases it made are out there. */
export type Migration = { readonly version: number; readonly sql: string }
