import type { settings as english } from '../en/settings.js'
import type { Translation } from '../translation.js'

export const settings: Translation<typeof english> = {
  appearance: 'Вигляд',
  language: 'Мова',
  'language.system': 'Як у системі',
  theme: 'Тема',
  'theme.system': 'Як у системі',
  'theme.light': 'Світла',
  'theme.dark': 'Темна',
  density: 'Щільність',
  'density.comfortable': 'Простора',
  'density.compact': 'Щільна',
  'gain-colour': 'Колір прибутку',
  'gain-colour.green': 'Зелений угору, червоний униз',
  'gain-colour.red': 'Червоний угору, зелений униз',
  'gain-colour.example': 'Зараз прибуток виглядає як {gain}, а збиток як {loss}. Попередження зберігають свої кольори.',
  'utc-times': 'Час за UTC',
  'utc-times.now': 'Зараз: {moment}',
  'csv-bom': 'Файли CSV з позначкою порядку байтів',
  'csv-bom.about': 'Деяким програмам електронних таблиць вона потрібна, щоб прочитати текст експорту як Юнікод; іншим вона заважає.',
}
