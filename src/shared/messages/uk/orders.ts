import type { orders as english } from '../en/orders.js'
import type { Translation } from '../translation.js'

// Words that stand for a price are in the nominative: sentences put them behind a colon or in brackets. An age is in the accusative: “3 хвилини тому”.
export const orders: Translation<typeof english> = {
  'region.global': 'Глобальний',
  'region.eu': 'ЄС',
  'region.custom': 'Власна адреса',
  'region.demo': 'Демо',

  'price.mark': 'ціна маркування вашої відкритої позиції',
  'price.exchange-mark': 'ціна маркування біржі',
  'price.last-price': 'остання ціна на біржі',
  'price.entry': 'ціна входу вашої відкритої позиції',
  'price.last-fill': 'ціна, за якою виконано ваш останній ордер там',
  'price-aged': '{price}, станом на {age} тому',

  'age.seconds': '{count, plural, one {# секунду} few {# секунди} many {# секунд} other {# секунди}}',
  'age.minutes': '{count, plural, one {# хвилину} few {# хвилини} many {# хвилин} other {# хвилини}}',
  'age.hours': '{count, plural, one {# годину} few {# години} many {# годин} other {# години}}',
  'age.days': '{count, plural, one {{count} день} few {{count} дні} many {{count} днів} other {{count} дня}}',

  'field.amount': 'Кількість',
  'field.price': 'Ціна',
  'field.stop-loss': 'Стоп-лос',
  'field.take-profit': 'Тейк-профіт',
  'field.from': 'Від',
  'field.to': 'До',
  'field.total': 'Разом',
  'field.price-step': 'Крок ціни',
  'field.amount-step': 'Крок кількості',

  'typed.empty': '{what}: поле порожнє.',
  'typed.too-long': '{what}: у «{typed}» більше символів, ніж {most}.',
  'typed.leading-zero': '{what}: «{typed}» починається із зайвого нуля.',
  'typed.sign': '{what}: у «{typed}» є знак; напрям визначає сторона.',
  'typed.exponent': '{what}: «{typed}» записано зі степенем; напишіть число повністю.',
  'typed.comma': '{what}: у «{typed}» є кома; перед дробовою частиною ставте крапку, а тисячі не відокремлюйте нічим.',
  'typed.comma-unclear': '{what}: «{typed}» може означати {decimal} або {thousands}; напишіть одне з цих чисел.',
  'typed.blank': '{what}: у «{typed}» є пропуск або інший знак усередині; тисячі не відокремлюйте нічим.',
  'typed.script': '{what}: у «{typed}» є цифри іншого письма; пишіть цифри від 0 до 9.',
  'typed.point-first': '{what}: «{typed}» починається з крапки; напишіть перед нею нуль.',
  'typed.point-last': '{what}: «{typed}» закінчується крапкою; допишіть дробову частину або приберіть крапку.',
  'typed.points': '{what}: у «{typed}» більше ніж одна крапка.',
  'typed.not-a-number': '{what}: «{typed}» — не число.',
  'typed.zero': '{what}: «{typed}» — це нуль.',
  'typed.market-empty': 'Ринок: поле порожнє.',
  'typed.market-form': 'Ринок «{typed}» не має вигляду BTC_USDT: дві назви, між ними підкреслення.',
  'typed.id-empty': 'Клієнтський ID: поле порожнє.',
  'typed.id-too-long': 'У клієнтському ID «{typed}» більше символів, ніж {most}.',
  'typed.id-form': 'У клієнтському ID «{typed}» можуть бути лише латинські літери, цифри, дефіси, крапки та підкреслення.',

  'bulk-balance': 'За публічною документацією це спотові ордери на торговому балансі; позицій під заставу вони не змінюють.',

  'ladder.steps-empty': 'Ордери: поле порожнє.',
  'ladder.steps-not-whole': 'Ордери: «{typed}» — не ціле число.',
  'ladder.steps-out-of-range': 'Ордери: «{typed}» не лежить між 2 і {most}.',
  'ladder.price-zero': 'Крок ціни «{step}» опустив би одну з цін до нуля.',
  'ladder.prices-same': 'З кроком ціни «{step}» деякі з {count} цін були б однаковими. Візьміть менше ордерів або дрібніший крок ціни.',
  'ladder.total-too-little':
    'Разом «{total}» — замало, щоб на кожен з ордерів (їх {count}) припав принаймні один крок кількості, {step, number}.',

  'paste.either': '{one} або {other}',
  'paste.quote-open': 'лапки відкрито й не закрито.',
  'paste.behind-quote': 'після клітинки в лапках «{cell}» до наступної клітинки стоїть ще щось.',
  'paste.no-column': 'немає стовпця з назвою {columns}.',
  'paste.two-columns': 'два стовпці мають назву {column}.',
  'paste.level': '«{cell}» не можна задати в пакетному запиті. Приберіть стовпець і задайте цей рівень на позиції.',
  'paste.cells-of-header': 'клітинок тут {count}, а в заголовку {wanted}.',
  'paste.cells': 'клітинок тут {count}, а потрібно від {least} до {most}.',
  'paste.comma':
    '«{cells}» можна прочитати двояко, бо кома може стояти й перед дробовою частиною. Позначки пишіть як yes і no, додайте над рядками заголовок або розділяйте клітинки табуляцією чи крапкою з комою.',
  'paste.side': 'сторона «{side}» — не buy і не sell.',
  'paste.flag': '{column}: «{value}» — не yes і не no.',
  'paste.too-many': 'рядків тут {count}; за один раз можна взяти щонайбільше {most}.',
  'paste.type': '«{type}» не можна надіслати в пакетному запиті: можна лише лімітні ордери.',

  'size.no-price': 'Зараз не відомо ціни, за якою визначити розмір ордера. Введіть саму кількість.',
  'size.over-margin': 'Понад 100 % вільної маржі.',
  'size.other-currency': 'Вільна маржа — у {currency}, а цей ринок — у {quote}. Введіть саму кількість.',
  'size.margin-unknown': 'Вільна маржа зараз невідома. Введіть саму кількість.',
  'size.no-margin': 'Вільної маржі немає.',
  'size.under-step': 'Менше за один крок.',
  'size.under-step-of': 'Менше за один крок, {step, number} {base}.',

  'effect.no-positions': 'Вплив ордера на ваші позиції невідомий: позицій ще не прочитано.',
  'effect.opens':
    'Ордер відкриває {remains, select, long {лонг-позицію} other {шорт-позицію}} розміром {after, number} {base}. Зараз на {market} відкритої позиції немає.',
  'effect.increases':
    'Ордер збільшує вашу {remains, select, long {лонг-позицію} other {шорт-позицію}} з {held, number} до {after, number} {base}.',
  'effect.reduces':
    'Ордер зменшує вашу {remains, select, long {лонг-позицію} other {шорт-позицію}} з {held, number} до {after, number} {base}.',
  'effect.closes':
    'Ордер закриває вашу {held, select, long {лонг-позицію} other {шорт-позицію}} розміром {size, number} {base}, за наявними зараз даними.',
  'effect.flips':
    'Ордер закриває вашу {remains, select, short {лонг-позицію} other {шорт-позицію}} розміром {held, number} {base} і відкриває {remains, select, long {лонг-позицію} other {шорт-позицію}} розміром {after, number} {base}.',
  'effect.not-known': 'Що ордер зробить із вашою позицією на {market}, з надісланого біржею невідомо.',

  'level.guards-nothing':
    '{level, select, stopLoss {Стоп-лос} other {Тейк-профіт}} {price, number} {quote}: не лишається позиції, яку він захищав би.',
  'level.at': '{level, select, stopLoss {Стоп-лос} other {Тейк-профіт}}: {price, number} {quote}.',
  'level.closes':
    '{level, select, stopLoss {Стоп-лос} other {Тейк-профіт}}: закриває її, якщо ціна {way, select, rises {зросте} other {впаде}} до {price, number} {quote}.',
  'level.sets':
    'Встановлює {level, select, stopLoss {стоп-лос} other {тейк-профіт}} {to, number} для всієї позиції розміром {size, number} {base}.',
  'level.replaces':
    'Замінює {level, select, stopLoss {стоп-лос} other {тейк-профіт}} {from, number} → {to, number} для всієї позиції розміром {size, number} {base}.',

  'doubt.guards-nothing':
    'Цей ордер не лишає позиції, тож його {level, select, stopLoss {стоп-лос} other {тейк-профіт}} нічого не захищав би.',
  'doubt.crossed':
    'Стоп-лос {remains, select, long {лонг-позиції має бути нижче} other {шорт-позиції має бути вище}} за її тейк-профіт; {stopLoss, number} не {remains, select, long {нижче} other {вище}} за {takeProfit, number}, тож один із двох закрив би її одразу.',
  'doubt.wrong-side':
    '{level, select, stopLoss {Стоп-лос} other {Тейк-профіт}} {remains, select, long {лонг-позиції} other {шорт-позиції}} має бути {place, select, below {нижче} other {вище}} за ціну; {figure, number} не {place, select, below {нижче} other {вище}} за {mark, number} ({price}). Біржа відмовить, або це одразу закриє позицію.',
  'doubt.hedge-none':
    'У режимі хеджування це може лише зменшити позицію {positionSide}, а на {market} жодної не відкрито. Біржа відмовить.',
  'doubt.hedge-less':
    'У режимі хеджування це може лише зменшити позицію {positionSide}, а на {market} відкрито тільки {held, number} {base}. Біржа відмовить.',

  'rule.old-list': 'За списком ринків, якому {days, plural, one {{days} день} few {{days} дні} many {{days} днів} other {{days} дня}}.',
  'rule.not-listed': '{market} немає в біржовому списку відкритих ринків: помилка в назві, ринок закритий або знятий з лістингу.',
  'rule.delisted': '{market} знято з лістингу {at}.',
  'rule.closed': '{market} закритий для торгівлі.',
  'rule.will-be-delisted': '{market} буде знято з лістингу {at}.',
  'rule.not-on-collateral': '{market} не приймає ордерів під заставу. Біржа відмовить цьому.',
  'rule.future': '{market} — ф’ючерс, а пакетні ордери спотові. Біржа відмовить цьому.',
  'rule.step':
    '{what, select, amount {Кількість} price {Ціна} stopLoss {Стоп-лос} other {Тейк-профіт}} {value, number}: не кратно кроку, {step, number} {unit}. Найближче: {next, number}.',
  'rule.step-between':
    '{what, select, amount {Кількість} price {Ціна} stopLoss {Стоп-лос} other {Тейк-профіт}} {value, number}: не кратно кроку, {step, number} {unit}. Найближче: {below, number} або {above, number}.',
  'rule.min-amount': 'Кількість {amount, number} менша за мінімум {least, number} {base}.',
  'rule.min-notional':
    'Номінал {exact, select, yes {} other {приблизно }}{notional, number} {quote} менший за мінімум {bound, number} {quote}.',
  'rule.max-notional':
    'Номінал {exact, select, yes {} other {приблизно }}{notional, number} {quote} більший за максимум {bound, number} {quote}.',

  'no-account': 'Жодного рахунку не відкрито.',
  'account-closed': 'Цей рахунок закрито.',
  quitting: 'Plimsoll завершує роботу.',
  'obstacle.clock-not-compared': 'Годинник цього комп’ютера ще не звірено з годинником біржі.',
  'obstacle.clock-off': 'Годинник цього комп’ютера відхиляється більш ніж на 30 секунд.',
  'obstacle.key-not-accepted': 'Біржа ще не прийняла ключ.',
  'obstacle.key-refused': 'Біржа не приймає ключ.',
  'obstacle.key-missing': 'Ключа немає під рукою.',
  'obstacle.no-connection': 'Зараз немає з’єднання з цим ключем.',
  'obstacle.journal': 'Жодного ордера не можна записати: {problem}',
  'obstacle.journal-read-only': 'Дані Plimsoll недоступні для запису, тож жодного ордера не можна записати.',
  'obstacle.positions-unread': 'Ваших позицій ще не прочитано.',
  'obstacle.balance-unread': 'Вашого балансу ще не прочитано.',
  'obstacle.positions-old': 'Дані ваших позицій застарілі.',
  'obstacle.balance-old': 'Дані вашого балансу застарілі.',
  'obstacle.nothing-fresh': 'Цей ключ не може читати ні позицій, ні балансу, тож нічого свіжого про цей рахунок не відомо.',
  'obstacle.no-collateral-trading':
    'У регіоні цього рахунку торгівлі під заставу не пропонують, тож немає позицій, за якими перевірити ринковий ордер.',
  'obstacle.no-positions': 'Цей ключ не може читати позицій, а без них жоден ринковий ордер під заставу не надсилається.',
  'obstacle.data-restored': 'Дані Plimsoll відновлено з резервної копії. Спершу прочитайте й підтвердьте сповіщення про це.',
  'obstacle.locked': 'Plimsoll заблоковано.',
  'obstacle.offline': 'Біржа зараз недоступна.',
  'obstacle.read-only': 'Цей рахунок лише для читання. Спершу дозвольте торгівлю.',
  'obstacle.not-armed': 'Торгівлю не увімкнено.',

  'check.does-not-fit': 'Щось тут не так.',
  'check.block-unknown':
    'Результат ордера на {where}, надісланого {age} тому, невідомий. Спершу розв’яжіть його або зніміть блокування на його сторінці.',
  'check.block-mismatch':
    'Розбіжність: {age} тому на {where} біржа прийняла не те, що було надіслано. Спершу розв’яжіть той ордер або зніміть блокування на його сторінці.',
  'check.investment-blocked': 'Невідомо, чи цю інвестицію вже закрито. Спершу розв’яжіть це або зніміть блокування на його сторінці.',
  'check.in-progress': '«{act}» ще виконується. Дочекайтеся відповіді, перш ніж надсилати туди ще щось.',
  'check.id-used': 'Цей клієнтський ID уже використано. Кожному ордеру потрібен новий, навіть після невдалого.',
  'check.position-unread':
    'Не вдалося прочитати позицію, яка може бути на {market} ({position}), тож вплив цього ордера невідомий. Подивіться на біржі.',
  'check.other-position': 'Позиція, яку це мало зменшити, закрити чи розвернути, відтоді змінилася.',
  'check.position-changing': 'Один із ваших ордерів міг змінити цю позицію, а відтоді її не перечитано. Зачекайте трохи.',
  'check.same-unknown': 'Результат «{act}» невідомий. Спершу розв’яжіть це або зніміть блокування на його сторінці.',
  'check.same-in-progress': '«{act}» ще виконується. Дочекайтеся відповіді.',

  'limit.market-order': 'Ваш ліміт на один ордер на {market} — {limit, number} {base}; у цьому {amount, number}.',
  'limit.order':
    '{owner, select, preset {Стандартний ліміт Plimsoll} other {Ваш ліміт}} на один ордер — {limit, number} {quote}; цей — приблизно {about, number}.',
  'limit.order-by':
    '{owner, select, preset {Стандартний ліміт Plimsoll} other {Ваш ліміт}} на один ордер — {limit, number} {quote}; цей — приблизно {about, number} (для розрахунку взято: {price}).',
  'limit.notional-unknown':
    'Номінал тут невідомий, тож жоден ліміт у {quote} не може його стримати. Задайте для {market} ліміт у {base} в торгових лімітах.',
  'limit.none': 'Для {quote} ліміту не задано. Задайте його або ліміт у {base} для {market} у торгових лімітах.',
  'limit.day':
    '{owner, select, preset {Стандартний ліміт Plimsoll} other {Ваш ліміт}} на день (UTC) — {limit, number} {quote}; із цим було б приблизно {about, number}.',
  'limit.market-day': 'Ваш ліміт на день (UTC) на {market} — {limit, number}; із цим було б {total, number}.',
  'limit.orders-day':
    '{owner, select, preset {Стандартний ліміт Plimsoll} other {Ваш ліміт}} — {limit, plural, one {{limit, number} ордер} few {{limit, number} ордери} many {{limit, number} ордерів} other {{limit, number} ордера}} на день (UTC); сьогодні надіслано: {used, number}.',

  'loosened.new': '{name}: власного ліміту немає → {order, number} {unit} на один ордер, {day, number} {unit} на день.',
  'loosened.gone': '{name}: {order, number} {unit} на один ордер, {day, number} {unit} на день → власного ліміту немає.',
  'loosened.order': '{name}, один ордер: {before, number} → {after, number} {unit}.',
  'loosened.day': '{name}, день: {before, number} → {after, number} {unit}.',
  'loosened.off': 'Ліміти: увімкнено → вимкнено. Жоден ліміт не стримує ордера будь-якого розміру.',
  'loosened.orders': 'Ордерів на день: {before, number} → {after, number}.',
  'loosened.ask': 'Запитувати ще й у системному вікні, починаючи з: {before, number} → {after, number} {quote}.',
  'loosened.ask-any': 'Запитувати ще й у системному вікні, починаючи з: будь-якого номіналу → {after, number} {quote}.',

  'account-left': 'Тим часом цей рахунок закрито або показано інший.',
  'allow.title': 'Дозволити торгівлю?',
  'allow.question': 'Дозволити ордери для «{name}» ({region}, ключ {key})?',
  'allow.detail':
    'Щоразу, коли захочете торгувати, торгівлю все одно треба буде увімкнути, а кожен ордер — підтвердити. Будь-коли ви можете знову зробити профіль доступним лише для читання.',
  'allow.confirm': 'Дозволити торгівлю',
  'arm.title': 'Увімкнути торгівлю?',
  'arm.question': 'Увімкнути торгівлю для «{name}» ({region}, ключ {key}) на 15 хвилин?',
  'arm.detail':
    'До того часу підтверджені вами ордери надсилаються. Торгівля вимикається сама, а також коли комп’ютер засинає, коли ним десять хвилин ніхто не користується або коли показано інший рахунок. У Windows та macOS вона вимикається ще й тоді, коли блокується екран. У Linux Plimsoll цього не бачить: вимкніть торгівлю, перш ніж відійти.',
  'arm.confirm': 'Увімкнути торгівлю',
  'loosen.title': 'Послабити ліміти?',
  'loosen.question': 'Послабити торгові ліміти для «{name}» ({region}, ключ {key})?',
  'loosen.confirm': 'Послабити ліміти',
  'loosen.too-many':
    'Це послабило б забагато лімітів за один раз ({count}), більше, ніж можна назвати у вікні. Змінюйте щонайбільше {most} за раз; нічого не змінено.',

  acts: '{list}, {next}',
  'act.buy-at-market': 'Купити {amount, number} {market} за ринком',
  'act.buy': 'Купити {amount, number} {market} за ціною {price, number}',
  'act.sell-at-market': 'Продати {amount, number} {market} за ринком',
  'act.sell': 'Продати {amount, number} {market} за ціною {price, number}',
  'act.cancel-at-market-for':
    'Скасувати ордер на {side, select, buy {купівлю} other {продаж}} {market} на {amount, number} {quote} за ринком',
  'act.cancel-at-market': 'Скасувати ордер на {side, select, buy {купівлю} other {продаж}} {amount, number} {market} за ринком',
  'act.cancel': 'Скасувати ордер на {side, select, buy {купівлю} other {продаж}} {amount, number} {market} за ціною {price, number}',
  'act.close': 'Закрити {direction, select, long {лонг} short {шорт} other {позицію}} {amount, number} {market}',
  'act.close-investment': 'Закрити інвестицію …{tail}',
  'act.cancel-all': 'Скасувати всі ордери на всіх ринках',
  'act.cancel-all-on': 'Скасувати всі ордери на {market}',
  'act.cancel-on': 'Скасувати {orders, plural, one {# ордер} few {# ордери} many {# ордерів} other {# ордера}} на {market}',
  'act.cancel-on-markets':
    'Скасувати {orders, plural, one {# ордер} few {# ордери} many {# ордерів} other {# ордера}} на {markets, plural, one {# ринку} few {# ринках} many {# ринках} other {# ринку}}',
  'act.place-on':
    'Розмістити {orders, plural, one {# лімітний ордер} few {# лімітні ордери} many {# лімітних ордерів} other {# лімітного ордера}} на {market}',
  'act.place-on-markets':
    'Розмістити {orders, plural, one {# лімітний ордер} few {# лімітні ордери} many {# лімітних ордерів} other {# лімітного ордера}} на {markets, plural, one {# ринку} few {# ринках} many {# ринках} other {# ринку}}',

  'ending.position-closed': 'Позицію закрито.',
  'ending.position-not-open': 'Біржа каже, що позиція вже не відкрита.',
  'ending.position-still-open': 'Позиція досі відкрита: її не закрито.',
  'ending.one.done': 'Ордер скасовано.',
  'ending.one.already-filled': 'Ордер було виконано ще до того.',
  'ending.one.already-cancelled': 'Ордер було скасовано ще до того.',
  'ending.one.not-open': 'Ордер уже не відкритий.',
  'ending.one.not-executed': 'Ордер і далі відкритий: його не скасовано.',
  'ending.of-several.done':
    '{count, plural, one {# ордер скасовано.} few {# ордери скасовано.} many {# ордерів скасовано.} other {# ордера скасовано.}}',
  'ending.of-several.already-filled':
    '{count, plural, one {# ордер було виконано ще до того.} few {# ордери було виконано ще до того.} many {# ордерів було виконано ще до того.} other {# ордера було виконано ще до того.}}',
  'ending.of-several.already-cancelled':
    '{count, plural, one {# ордер було скасовано ще до того.} few {# ордери було скасовано ще до того.} many {# ордерів було скасовано ще до того.} other {# ордера було скасовано ще до того.}}',
  'ending.of-several.not-open':
    '{count, plural, one {# ордер уже не відкритий.} few {# ордери вже не відкриті.} many {# ордерів уже не відкриті.} other {# ордера вже не відкриті.}}',
  'ending.of-several.not-executed':
    '{count, plural, one {# ордер і далі відкритий: його не скасовано.} few {# ордери й далі відкриті: їх не скасовано.} many {# ордерів і далі відкриті: їх не скасовано.} other {# ордера й далі відкриті: їх не скасовано.}}',

  'preview.flags':
    'Immediate-or-cancel і {flag, select, rpi {RPI} other {post-only}} виключають одне одного; біржа відмовляє такому ордеру.',
  'preview.same-row': 'Рядок {row} — той самий ордер, що й рядок {first}.',
  'preview.needs-side': 'На {market} ви маєте позиції зі стороною (LONG, SHORT). У режимі хеджування біржа відмовляє ордеру без сторони.',
  'preview.needs-no-side': 'На {market} ви маєте позицію без сторони. Без режиму хеджування біржа може відмовити ордеру зі стороною.',
  'preview.total':
    '{orders, plural, one {# ордер} few {# ордери} many {# ордерів} other {# ордера}} на {side, select, buy {купівлю} other {продаж}} {amount, number} {base} на {market}.',
  'preview.total-about':
    '{orders, plural, one {# ордер} few {# ордери} many {# ордерів} other {# ордера}} на {side, select, buy {купівлю} other {продаж}} {amount, number} {base} на {market}, приблизно {notional, number} {quote}.',
  'preview.currencies': 'На {market} кількості вказано в {base}, а ціни — в {quote}.',
  'preview.investment': 'Закрити фіксовану інвестицію {id}.',
  'preview.investment-returns':
    'Біржа повертає кошти на основний баланс. Її API не каже, скільки саме і чи втрачаються відсотки; її власні сторінки суперечать одна одній.',
  'preview.position-side': 'Сторона позиції {positionSide}.',
  'preview.collateral': 'Ордер під заставу: він використовує баланс застави цього рахунку і змінює його позиції під заставу.',
  'preview.notional-unknown': 'Номінал тут невідомий: ціну визначає ринок.',
  'preview.notional': 'Номінал приблизно {notional, number} {quote} (для розрахунку взято: {price}). Ціну визначає ринок.',
  'preview.reduces': 'Це зменшує ризик, тож жоден ліміт цього не стримує.',
  'preview.stops': 'Їх пробують у цьому порядку. Біржа зупиняється на першому невдалому.',
  'preview.each-tried': 'Пробують кожен, навіть якщо інший не вдався.',
  'preview.profile': 'Надсилається для профілю «{name}» ({region}, ключ {key}).',
  'preview.left': 'Лишилося виконати {left, number} з {amount, number}; виконане лишається.',
  'preview.left-of': 'Лишилося виконати {left, number} з {amount, number} {base}; виконане лишається.',
  'preview.guard-one': 'Це стоп-ордер або ордер лише на зменшення: те, що він захищає, більше не буде захищене.',
  'preview.guards':
    'Серед {among, select, all {них} other {перших {items}}} є {guards, plural, one {# стоп-ордер або ордер лише на зменшення: те, що він захищає, більше не буде захищене.} few {# стоп-ордери або ордери лише на зменшення: те, що вони захищають, більше не буде захищене.} many {# стоп-ордерів або ордерів лише на зменшення: те, що вони захищають, більше не буде захищене.} other {# стоп-ордера або ордера лише на зменшення: те, що вони захищають, більше не буде захищене.}}',
  'preview.cancel-filled': 'Те, що буде виконано до надходження скасування, лишається виконаним.',
  'preview.cancel-on': 'На {markets}. Пробують скасувати кожен, навіть якщо інший не вдалося.',
  'preview.cancel-on-read': 'На {markets}, за даними, прочитаними {age} тому. Пробують скасувати кожен, навіть якщо інший не вдалося.',
  'preview.cancel-id': 'Біржа називає його ордером {id}.',
  'preview.cancel-id-read': 'Біржа називає його ордером {id}, за даними, прочитаними {age} тому.',
  'preview.listed':
    'На всіх ринках у списку {orders, plural, one {{orders} відкритий ордер} few {{orders} відкриті ордери} many {{orders} відкритих ордерів} other {{orders} відкритого ордера}}.',
  'preview.listed-read':
    'На всіх ринках у списку {orders, plural, one {{orders} відкритий ордер} few {{orders} відкриті ордери} many {{orders} відкритих ордерів} other {{orders} відкритого ордера}}, за даними, прочитаними {age} тому.',
  'preview.listed-on':
    'На {market} у списку {orders, plural, one {{orders} відкритий ордер} few {{orders} відкриті ордери} many {{orders} відкритих ордерів} other {{orders} відкритого ордера}}.',
  'preview.listed-on-read':
    'На {market} у списку {orders, plural, one {{orders} відкритий ордер} few {{orders} відкриті ордери} many {{orders} відкритих ордерів} other {{orders} відкритого ордера}}, за даними, прочитаними {age} тому.',
  'preview.cancels-later-too':
    'Біржа скасовує кожен ордер, відкритий на момент, коли запит надійде, навіть розміщений після цього перегляду.',
  'preview.unread':
    'Не вдалося прочитати {orders, plural, one {{orders} відкритий ордер} few {{orders} відкриті ордери} many {{orders} відкритих ордерів} other {{orders} відкритого ордера}}; якщо такий ордер там є, його теж буде скасовано.',
  'preview.first-recorded': 'Перші {orders} записано поодинці.',
  'preview.levels-unknown':
    'За публічною документацією це також прибирає стоп-лос і тейк-профіт позицій. На яких позиціях вони є, невідомо: позицій не прочитано.',
  'preview.levels-not-sent':
    'За публічною документацією це також прибирає стоп-лос і тейк-профіт позицій. На яких позиціях вони є, невідомо: біржа цього не надіслала.',
  'preview.levels-gone': 'За публічною документацією це також прибирає стоп-лос і тейк-профіт позицій. Разом із цим: {positions}.',
  'preview.levels-none':
    'За публічною документацією це також прибирає стоп-лос і тейк-профіт позицій. За тим, що відомо, жодна позиція їх не має.',
  'preview.levels-none-on':
    'За публічною документацією це також прибирає стоп-лос і тейк-профіт позицій. За тим, що відомо, жодна позиція на {market} їх не має.',
  'preview.loses.both': 'позиція на {market} втрачає стоп-лос {stopLoss, number} і тейк-профіт {takeProfit, number}',
  'preview.loses.stop-loss': 'позиція на {market} втрачає стоп-лос {stopLoss, number}',
  'preview.loses.take-profit': 'позиція на {market} втрачає тейк-профіт {takeProfit, number}',
  'preview.goes-along.not-sent':
    'Біржа не надіслала, чи має позиція на {market} стоп-лос або тейк-профіт. Разом із нею зникне те, що вона має.',
  'preview.goes-along.both': 'Разом із нею зникнуть її стоп-лос {stopLoss, number} і тейк-профіт {takeProfit, number} на {market}.',
  'preview.goes-along.stop-loss': 'Разом із нею зникне її стоп-лос {stopLoss, number} на {market}.',
  'preview.goes-along.take-profit': 'Разом із нею зникне її тейк-профіт {takeProfit, number} на {market}.',
  'preview.whole-position':
    'Уся {direction, select, long {лонг-позиція} short {шорт-позиція} other {позиція (біржа не каже, лонг чи шорт)}} розміром {amount, number} {base} на {market}, за ринком.',
  'preview.pnl': 'За поточною ціною закриття дало б приблизно {pnl, number} {quote} реалізованого PnL до комісій.',
  'preview.pnl-after-fee': 'За поточною ціною закриття дало б приблизно {pnl, number} {quote} реалізованого PnL після комісії за закриття.',
  'preview.entry': 'Ціна входу {entry, number} {quote}, нереалізований PnL {pnl, number} {quote}.',
  'preview.entry-no-pnl': 'Ціна входу {entry, number} {quote}, нереалізованого PnL не надіслано.',
  'preview.no-entry': 'Ціни входу не надіслано, нереалізований PnL {pnl, number} {quote}.',
  'preview.no-entry-no-pnl': 'Ні ціни входу, ні нереалізованого PnL не надіслано.',
  'preview.closes-by-id': 'Біржа закриває її за ID, тож у протилежному напрямі нічого не відкриється. Ордера для цього вона не називає.',

  'review.used': 'Це підтвердження вже один раз використано, тож більше нічого не надіслано.',
  'review.expired': 'Цьому підтвердженню більше хвилини. Нічого не надіслано; перегляньте ордер знову.',
  'review.other-page': 'Це підтвердження зроблено на іншій сторінці, тож нічого не надіслано.',
  'review.void': 'Це підтвердження вже не діє. Нічого не надіслано; перегляньте ордер знову.',
  'review.changed': 'Поки це чекало на підтвердження, щось змінилося. Нічого не надіслано; перегляньте ордер знову.',
  'review.amounts-hidden': 'Суми приховано, тож нічого не надіслано. Покажіть суми, щоб підтвердити.',
  'review.original-gone': 'Ордерів, які треба повторити, вже немає в записах.',
  'review.title': 'Надіслати це?',
  'review.address': 'Адреса: {address}',

  'ticket.no-rows': 'У таблиці немає жодного ордера.',
  'ticket.too-many-rows': 'В одному запиті може бути щонайбільше {most} ордерів; ще {over} треба надіслати іншим.',
  'ticket.same-id': 'Рядок {row} має той самий клієнтський ID. Кожному ордеру потрібен власний.',
  'ticket.investment-empty': 'ID інвестиції: поле порожнє.',
  'ticket.investment-form': 'В ID інвестиції можуть бути лише латинські літери, цифри, дефіси, крапки, двокрапки та підкреслення.',
  'ticket.investment-tail': 'Щоб напевно знати, про яку йдеться, введіть чотири останні символи ID: {tail}.',
  'ticket.order-not-listed':
    'Його вже немає у списку відкритих ордерів: його виконано або скасовано, або список не перечитано, відколи його розміщено.',
  'ticket.order-strange': 'Його сторона — не купівля і не продаж, тож Plimsoll не може сказати, що це. Скасуйте його на біржі.',
  'ticket.orders-unread': 'Відкритих ордерів не прочитано.',
  'ticket.no-orders': 'Не вибрано жодного ордера.',
  'ticket.too-many-orders': 'Один запит скасовує щонайбільше {most} ордерів; ще {over} треба скасувати іншим.',
  'ticket.order-twice': 'Цей ордер вибрано двічі.',
  'ticket.none-open': 'На цьому рахунку не відомо жодного відкритого ордера.',
  'ticket.none-open-on': 'На {market} не відомо жодного відкритого ордера.',
  'ticket.position-gone': 'Ця позиція вже не відкрита, або її не прочитано.',
  'ticket.position-no-amount': 'Біржа не надсилає кількості цієї позиції, тож закривати поки нічого.',

  'send.too-late': 'Між підтвердженням і моментом, коли ордер міг піти, минуло забагато часу; можливо, комп’ютер спав. Його не надіслано.',
  'send.disarmed': 'Торгівлю вимкнено раніше, ніж це пішло, тож його не надіслано.',
  'send.altered': 'Те, що мало бути надіслане, — не те, що підтверджено, тож його не надіслано.',
  'send.broken': 'Поки це виконувалося, щось зламалося всередині Plimsoll.',
  'send.not-recorded': 'Це не вдалося записати, тож його не надіслано. {problem}',

  'no-answer.late': 'Невідомо, чи це виконано: ще довго після граничного часу відповіді не було.',
  'no-answer.not-taken-in': 'Невідомо, чи це виконано: відповідь не вдалося прийняти.',
  'no-answer.slept': 'Невідомо, чи це виконано: поки це виконувалося, комп’ютер спав або його годинник переведено.',
  'no-answer.quit': 'Невідомо, чи це виконано: Plimsoll завершив роботу раніше, ніж прийшла відповідь.',
  'found.while-sending': 'Plimsoll завершився, поки це надсилалося, тож невідомо, чи це виконано.',
  'found.before-sending': 'Plimsoll завершився раніше, ніж це надіслано.',

  'step.retried': 'Повторено як «{act}».',
  'step.previewed': 'Переглянуто й показано для підтвердження.',
  'step.confirmed-twice': 'Підтверджено тут і в системному вікні.',
  'step.confirmed': 'Підтверджено.',
  'step.recorded': 'Записано раніше, ніж щось надіслано.',
  'step.signed': 'Підписано. Відтепер це могло покинути цей комп’ютер.',
  'step.acknowledged': 'Біржа це прийняла.',
  'step.rejected': 'Біржа в цьому відмовила.',
  'step.not-sent': 'Достеменно відомо, що нічого не надіслано.',
  'step.unknown': 'Результат невідомий: це могло бути виконано, а могло й не бути.',
  'step.cancelled-unfilled':
    '{count, plural, one {# ордер скасовано без жодного виконання.} few {# ордери скасовано без жодного виконання.} many {# ордерів скасовано без жодного виконання.} other {# ордера скасовано без жодного виконання.}}',
  'step.mismatch': 'Розбіжність: прийнято не те, що було надіслано.',
  'step.late-answer': 'Запізніла відповідь. {answer}',
  'step.no-answer.late':
    'Відповіді немає: ще довго після граничного часу її не було. Результат невідомий: це могло бути виконано, а могло й не бути.',
  'step.no-answer.not-taken-in': 'Відповіді немає: її не вдалося прийняти. Результат невідомий: це могло бути виконано, а могло й не бути.',
  'step.no-answer.slept':
    'Відповіді немає: поки це виконувалося, комп’ютер спав або його годинник переведено. Результат невідомий: це могло бути виконано, а могло й не бути.',
  'step.no-answer.quit':
    'Відповіді немає: Plimsoll завершив роботу раніше, ніж вона прийшла. Результат невідомий: це могло бути виконано, а могло й не бути.',
  'step.found-while-sending': 'Plimsoll завершився, поки це надсилалося. Результат невідомий: це могло бути виконано, а могло й не бути.',
  'step.found-before-sending': 'Plimsoll завершився раніше, ніж це надіслано. Достеменно відомо, що нічого не надіслано.',
  'step.check-failed': 'Перевірка не вдалася: {problem} З цього не зроблено жодних висновків.',
  'step.resolved': 'Людина вирішила: {as, select, filled {виконано} other {не виконано}}. {what}',
  'step.block-lifted': 'Людина знову дозволила ордери на {target}.',

  'settled.investment-closed': 'У списку біржі ця інвестиція закрита.',
  'settled.investment-active': 'У списку біржі ця інвестиція й далі активна: цим її не закрито.',
  'settled.in-records': 'Знайдено в записах біржі.',
  'settled.found-one': 'Знайдено у списках біржі: вона це прийняла.',
  'settled.found':
    '{count, plural, one {# ордер знайдено у списках біржі.} few {# ордери знайдено у списках біржі.} many {# ордерів знайдено у списках біржі.} other {# ордера знайдено у списках біржі.}}',
  'settled.absent-one': 'Його немає в жодному зі списків біржі: його не виконано або скасовано без жодного виконання.',
  'settled.absent':
    '{count, plural, one {# ордера немає в жодному зі списків біржі: його не виконано або скасовано без жодного виконання.} few {# ордерів немає в жодному зі списків біржі: їх не виконано або скасовано без жодного виконання.} many {# ордерів немає в жодному зі списків біржі: їх не виконано або скасовано без жодного виконання.} other {# ордера немає в жодному зі списків біржі: їх не виконано або скасовано без жодного виконання.}}',
  'settled.mismatch': 'Розбіжність: у списках біржі не те, що було надіслано.',
  'settled.changed-elsewhere': 'Відтоді його змінено деінде: тепер це ордер {id}.',
  'settled.level-untold':
    'Чи встановлено його {level, select, stopLoss {стоп-лос} other {тейк-профіт}}, у списках не сказано: подивіться на позицію.',
  'settled.levels-untold': 'Чи встановлено його стоп-лос і тейк-профіт, у списках не сказано: подивіться на позицію.',

  'resolve.type': 'Щоб напевно знати, про що йдеться, введіть {wanted}.',
  'resolve.either': '{one} або {other}',
  'resolve.known': 'Що сталося з цим ордером, уже відомо.',
  'resolve.not-blocking': 'Цей ордер уже нічого не блокує.',
  'not-in-record': 'Цього ордера немає в записах цього рахунку.',
  'gone-from-record': 'Цього ордера вже немає в записах.',

  'check-now.no-connection': 'Зараз немає з’єднання з ключем цього рахунку.',
  'check-now.closed': 'Тим часом рахунок закрито.',
  'check-now.other-key':
    'Його надіслано з ключем {key}, а тепер у цього профілю інший ключ: його позиції та ордери нічого не кажуть про цей ордер.',
  'check-now.positions-unread':
    'Не вдалося прочитати {unread} з {total, plural, one {{total} позиції} few {{total} позицій} many {{total} позицій} other {{total} позиції}}: {positions}.',

  'mismatch.nothing': 'не вказано',
  'mismatch.quoted': '«{text}»',
  'mismatch.level-set': 'Біржа встановила {level, select, stopLoss {стоп-лос} other {тейк-профіт}}: {set}; а надіслано жодного не було.',
  'mismatch.level-not-set':
    'Ваш {level, select, stopLoss {стоп-лос} other {тейк-профіт}} не встановлено: надіслано {sent}, а відповідь не називає жодного.',
  'mismatch.level': 'Ваш {level, select, stopLoss {стоп-лос} other {тейк-профіт}} у відповіді: {set}; надіслано: {sent}.',
  'mismatch.no-id': 'Біржа не назвала клієнтського ID: вона знехтувала нашим, тож не помітила б того самого ордера вдруге.',
  'mismatch.client-id': 'Клієнтський ID у відповіді: {is}; надіслано: {sent}.',
  'mismatch.market': 'Ринок у відповіді: {is}; надіслано: {sent}.',
  'mismatch.side': 'Сторона у відповіді: {is}; надіслано: {sent}.',
  'mismatch.type': 'Тип у відповіді: {is}; надіслано: {sent}.',
  'mismatch.amount': 'Кількість у відповіді: {is}; надіслано: {sent}.',
  'mismatch.price': 'Ціна у відповіді: {is}; надіслано: {sent}.',
  'mismatch.position-side': 'Сторона позиції у відповіді: {is}; надіслано: {sent}.',
  'mismatch.flag-missing': 'Він не {flag, select, postOnly {post-only} ioc {immediate-or-cancel} other {RPI}}, а надіслано його таким.',
  'mismatch.flag-added': 'Він {flag, select, postOnly {post-only} ioc {immediate-or-cancel} other {RPI}}, а надіслано його не таким.',
  'mismatch.told-twice': 'Біржа повідомила про цей ордер більше ніж один раз.',
  'mismatch.of-another': 'Біржа повідомила тут про ордер, який не відповідає жодному з цього запиту.',
  'mismatch.holds-more': 'У відповіді більше ордерів, ніж було надіслано.',
  'mismatch.cancelled-other': 'Біржа скасувала ордер: {is}; просили скасувати: {asked}.',
  'mismatch.cancelled-market': 'Біржа скасувала його на ринку: {is}; просили на ринку: {asked}.',
  'mismatch.not-executed-before': 'За списками біржі це вважали не виконаним. Її відповідь каже, що це було прийнято.',
  'mismatch.other-order': 'Відповідь біржі називає ордер {inAnswer}, її списки під тим самим клієнтським ID називають {inList}.',

  'outcome.changed-elsewhere':
    'Ордер {old} змінено деінде: тепер це ордер {id} з тим самим клієнтським ID. Цей запит називав старий, тому не скасував його.',
  'outcome.strange-status':
    'Біржа прийняла ордер і вказала його статус: {status}. Її специфікація такого не називає. Що з ним сталося, невідомо.',
  'outcome.unassigned-refusal': 'Біржа відмовила цьому ордеру. Її відповідь не каже, яка з відмов якого ордера стосується.',
  'outcome.other-reply': 'Відповідь говорить про щось інше, ніж було надіслано.',

  'evidence.not-checked': 'Ще не перевірено.',
  'evidence.after-answer': 'Як видно з першої перевірки після відповіді.',
  'evidence.position-gone': 'Позиція на {market} вже не відкрита.',
  'evidence.position-same': 'Позиція на {market} точно така, як і була.',
  'evidence.position-changed': 'Позиція на {market} і далі відкрита, але відтоді змінилася.',
  'evidence.investment': 'Позиції нічого не кажуть про інвестицію. Порівняйте основний баланс і список інвестицій на біржі.',
  'evidence.cancelled': 'Позиції нічого не кажуть про скасовані ордери.',
  'evidence.limit':
    'Лімітні ордери чекають, перш ніж виконатися, тож за позиціями сказати не можна. Порівняйте відкриті ордери та історію ордерів на біржі.',
  'evidence.no-before': 'Якими були ваші позиції раніше, невідомо, тож порівнювати немає з чим.',
  'evidence.other-side': 'Те, що змінилося на {market}, належить до іншої сторони, ніж названа в цьому ордері.',
  'evidence.same': 'Ваша позиція на {market} точно така, як і була.',
  'evidence.too-soon': 'Минуло замало часу, щоб сказати.',
  'evidence.no-amount': 'Кількість однієї з позицій на {market} невідома.',
  'evidence.touched': 'Ваша позиція на {market} має ту саму кількість, що й раніше, але відтоді її зачіпали.',
  'evidence.other-change': 'Ваша позиція на {market} змінилася з {from, number} до {to, number}, а це не на {amount, number} цього ордера.',
  'evidence.other-time':
    'Ваша позиція на {market} змінилася точно на {amount, number}, але не напевно саме тоді, коли виконувався цей ордер.',
  'evidence.changed': 'Ваша позиція на {market} змінилася точно на {amount, number}, поки виконувався цей ордер.',

  'unsettled.not-said': 'Що з ним сталося, не сказано.',
  'unsettled.several': 'У списках біржі більше ніж один ордер з ID {id}.',
  'unsettled.before': 'Ордер з ID {id} з’явився раніше, ніж надіслано цей.',
  'unsettled.alike': 'На {market} у списку є ордер без його ID, який має такий самий вигляд.',
  'unsettled.part-unread': 'Частину списків {market} не вдалося прочитати.',
  'unsettled.lists-changed': 'Списки {market} змінилися під час читання, або вони задовгі.',
  'unsettled.part-unseen': 'Частина могла виконатися, а решту могло бути скасовано, і немає певності, що історія біржі це показала б.',
  'unsettled.position-changed': 'Позиція на його ринку відтоді змінилася.',
  'unsettled.order-unread': 'Те, що біржа має у списку під ордером {id}, не вдалося прочитати.',
  'unsettled.still-open': 'Позиція й далі відкрита, але відтоді змінилася.',

  'asked.active': 'Активні ордери на {market}',
  'asked.history': 'Історія ордерів {market}',
  'asked.active-again': 'Активні ордери на {market}, ще раз',
  'asked.order-open': 'Ордер {id} серед відкритих на {market}',
  'asked.order-ended': 'Ордер {id} в історії {market}',
  'asked.investments': 'Фіксовані інвестиції',
  'asked.no-orders': 'ордерів немає',
  'asked.orders-with':
    '{count, plural, one {{count} ордер, цей серед них} few {{count} ордери, цей серед них} many {{count} ордерів, цей серед них} other {{count} ордера, цей серед них}}',
  'asked.orders-without':
    '{count, plural, one {{count} ордер, цього серед них немає} few {{count} ордери, цього серед них немає} many {{count} ордерів, цього серед них немає} other {{count} ордера, цього серед них немає}}',
  'asked.orders-of':
    '{count, plural, one {{count} ордер, серед них {found} із {wanted} потрібних} few {{count} ордери, серед них {found} із {wanted} потрібних} many {{count} ордерів, серед них {found} із {wanted} потрібних} other {{count} ордера, серед них {found} із {wanted} потрібних}}',
  'asked.no-investments': 'інвестицій немає',
  'asked.investments-with':
    '{count, plural, one {{count} інвестиція, ця серед них} few {{count} інвестиції, ця серед них} many {{count} інвестицій, ця серед них} other {{count} інвестиції, ця серед них}}',
  'asked.investments-without':
    '{count, plural, one {{count} інвестиція, цієї серед них немає} few {{count} інвестиції, цієї серед них немає} many {{count} інвестицій, цієї серед них немає} other {{count} інвестиції, цієї серед них немає}}',
  'asked.unread': '{found}; не вдалося прочитати {unread}',
  'asked.moved': '{found}; список тим часом змінився або задовгий',
  'asked.there': 'є, {status}',
  'asked.client-open': 'Клієнтський ID {id} серед відкритих ордерів на {market}',
  'asked.client-ended': 'Клієнтський ID {id} в історії ордерів {market}',
  'asked.there-only': 'є',
  'asked.not-there': 'немає',
}
