/**
 * What the broker inherits: what finding the session bus and loading libsecret need. Everything else of the user's environment,
 * which may hold other programs' secrets, stays out.
 */
const passed = [
  'HOME',
  'PATH',
  'DBUS_SESSION_BUS_ADDRESS',
  'XDG_RUNTIME_DIR',
  'XDG_CURRENT_DESKTOP',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'LD_LIBRARY_PATH',
]

/** The locale is fixed: the keychain library gives no codes, only sentences, and they are recognised in English. */
export const brokerEnvironment = (from: { readonly [name: string]: string | undefined }): Record<string, string> => {
  const kept = passed.flatMap((name) => {
    const value = from[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(kept), LC_ALL: 'C.UTF-8', LANGUAGE: 'C' }
}
