import type { portfolio as english } from '../en/portfolio.js'
import type { Translation } from '../translation.js'

export const portfolio: Translation<typeof english> = {
  'complaint.missing': 'відсутнє',
  'complaint.null': 'порожнє (null)',
  'complaint.empty': 'порожнє',
  'complaint.decimal': 'має бути десятковим числом',
  'complaint.whole-number': 'має бути цілим числом',
  'complaint.unix-time': 'має бути часом Unix у секундах',
  'complaint.integer': 'має бути цілим числом',
  'complaint.list': 'має бути списком',
  'complaint.object': 'має бути об’єктом',
  'complaint.text': 'має бути текстом',
  'complaint.boolean': 'має бути true або false',
  'complaint.misfit': 'не підходить',
  'complaint.other-kind': 'має бути іншого типу',
  'longest-text': 'має містити щонайбільше {most} символів',
  'longest-list': 'має містити щонайбільше {most} елементів',
  'longest-names': 'має містити назви щонайбільше з {most} символів',
  'not-asked-for': 'належить до «{market}», про який не запитували',
  'unreadable.name-and-id': '{name} ({id})',
  'unreadable.place': '№ {place} у списку',
  'unreadable.whole': 'воно {complaint}',
  'unreadable.field': '«{field}» {complaint}',
  'unreadable.one': '{name}: {reason}',
  'unreadable.and-next': '{list}; {next}',
  'unreadable.and-more': '{list} і ще {more}',
  'unreadable.sentence': '{count}: {list}.',
  'unreadable-count.position':
    'Не вдалося прочитати {count} з {total, plural, one {{total} позиції} few {{total} позицій} many {{total} позицій} other {{total} позиції}}',
  'unreadable-count.asset':
    'Не вдалося прочитати {count} з {total, plural, one {{total} активу} few {{total} активів} many {{total} активів} other {{total} активу}}',
  'unreadable-count.record':
    'Не вдалося прочитати {count} з {total, plural, one {{total} запису} few {{total} записів} many {{total} записів} other {{total} запису}}',
  'unreadable-count.open-order':
    'Не вдалося прочитати {count} з {total, plural, one {{total} відкритого ордера} few {{total} відкритих ордерів} many {{total} відкритих ордерів} other {{total} відкритого ордера}}',
  'not-monitored': 'За цим рахунком зараз не стежимо, тому нічого оновлювати.',
  'not-read-yet': 'Цього ще не прочитано, тому нічого експортувати.',
}
