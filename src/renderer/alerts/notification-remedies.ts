import { t } from '../../shared/messages/messages.js'

/** The usual reasons a notification is not seen on this system, likeliest first. */
export function notificationRemedies(userAgent: string): readonly string[] {
  if (userAgent.includes('Macintosh'))
    return [
      t('alerts.remedy.mac-allow'),
      t('alerts.remedy.mac-focus'),
      t('alerts.remedy.mac-centre'),
    ]
  if (userAgent.includes('Windows'))
    return [
      t('alerts.remedy.windows-allow'),
      t('alerts.remedy.windows-focus'),
      t('alerts.remedy.windows-centre'),
    ]
  return [
    t('alerts.remedy.desktop-allow'),
    t('alerts.remedy.desktop-focus'),
    t('alerts.remedy.desktop-daemon'),
  ]
}
