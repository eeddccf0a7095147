/** Of the source that was built; put in by the bundler. */
declare const __COMMIT__: string
