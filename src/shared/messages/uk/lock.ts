import type { lock as english } from '../en/lock.js'
import type { Translation } from '../translation.js'

export const lock: Translation<typeof english> = {
  locked: 'Plimsoll заблоковано. Нічого не надіслано.',
  'locked-again': 'Тим часом Plimsoll знову заблоковано.',
  unlocking: 'Plimsoll якраз розблоковується. Дайте відповідь сховищу ключів там, де воно питає.',
  'other-key': 'Це не ключ і секрет рахунку, ключ якого лежить тут у сховищі.',
  'other-key-field': 'Жоден рахунок тут не має такого ключа й секрету.',
  'nothing-to-reset': 'Немає кодової фрази, яку можна скинути.',
  needed: 'Введіть кодову фразу.',
  wrong: 'Це не та кодова фраза.',
  damaged:
    'Те, з чим звіряється кодова фраза, неможливо прочитати, тому Plimsoll лишається заблокованим. Скиньте кодову фразу за допомогою ключа рахунку.',
  'try-under-way': 'Якраз перевіряється інша спроба.',
  'not-checked': 'Кодову фразу не вдалося перевірити: можливо, комп’ютеру бракує пам’яті. За спробу це не зараховано.',
  wait: 'Хибних спроб: {tries}. Наступна можлива через {seconds, plural, one {{seconds} секунду} few {{seconds} секунди} many {{seconds} секунд} other {{seconds} секунди}}.',
  'looser.idle': 'Блокується, коли нікого немає: {was} → {is}.',
  'looser.idle-armed': 'Те саме, коли торгівлю ввімкнено: {was} → {is}.',
  'looser.keeps-reading':
    'Доки Plimsoll заблоковано, ключі лишаються в пам’яті, лише для читання. Нагляд триває; ордери розміщувати не можна.',
  'looser.never': 'ніколи',
  'looser.minutes': '{minutes, plural, one {{minutes} хвилина} few {{minutes} хвилини} many {{minutes} хвилин} other {{minutes} хвилини}}',
  'too-short': 'Щонайменше {least} символів.',
  'too-long': 'Щонайбільше {most} символів.',
}
