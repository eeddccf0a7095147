// Shown when the page keeps failing: a page without scripts, and if even that cannot be shown, a
// system dialog.
import type { MessageBoxOptions } from 'electron'
import { catalogueLanguage } from '../../shared/messages/language.js'
import { language, type MessageKey, t } from '../../shared/messages/messages.js'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const escaped = (text: string): string => text.replace(/[&<>]/g, (mark) => entities[mark] ?? mark)

/**
 * In the current language, which no file of the page could know. Its style is `stopped.css` of the
 * page's files.
 */
export function stoppedPage(): string {
  const words = (key: MessageKey & `desktop.page-stopped.${string}`): string => escaped(t(key))
  return `<!doctype html>
<html lang="${catalogueLanguage(language())}">
  <head>
    <meta charset="utf-8" />
    <title>Plimsoll</title>
    <link rel="stylesheet" href="/stopped.css" />
  </head>
  <body>
    <main>
      <h1>${words('desktop.page-stopped.title')}</h1>
      <p>${words('desktop.page-stopped.text')}</p>
      <p><a href="/index.html">${words('desktop.page-stopped.reload')}</a></p>
      <p class="quiet">${words('desktop.page-stopped.again')}</p>
    </main>
  </body>
</html>
`
}

/** The first button reloads the page. */
export function stoppedDialog(): MessageBoxOptions {
  return {
    type: 'error',
    title: 'Plimsoll',
    message: t('desktop.page-stopped.title'),
    detail: [t('desktop.page-stopped.text'), t('desktop.page-stopped.again')].join('\n\n'),
    buttons: [t('desktop.page-stopped.reload'), t('desktop.page-stopped.later')],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  }
}
