/** A key that is held presses a button once: what comes in its place must not take the presses that follow. */
export const pressOnce = (event: KeyboardEvent): void => {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
}
