/** Of the source that was built; inserted by the bundler. */
declare const __COMMIT__: string
