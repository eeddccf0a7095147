/** What usually keeps a notification from being seen on this system, the likeliest first. */
export const notificationRemedies = (userAgent: string): readonly string[] => {
  if (userAgent.includes('Macintosh')) {
    return [
      'In System Settings, Notifications, Plimsoll: allow notifications, as banners or alerts.',
      'Switch off Focus, or allow Plimsoll in it.',
      'Look into Notification Centre: a click on the clock opens it.',
    ]
  }
  if (userAgent.includes('Windows')) {
    return [
      'In Settings, System, Notifications: switch notifications on, for Plimsoll as well.',
      'Switch off “Do not disturb”, and Focus.',
      'Look into the notification centre: Windows key and N.',
    ]
  }
  return [
    'In the desktop’s settings, Notifications: allow them, for Plimsoll as well.',
    'Switch off “Do not disturb”.',
    'A bare window manager needs a notification program of its own, dunst or mako for example.',
  ]
}
