import type { Settings } from './settings.js'
import { push, request } from '../channel.js'

export const settingsChannels = {
  'settings/read': request<null, Settings>(),
  'settings/change': request<Partial<Settings>, Settings>(),
}

export const settingsTopics = { settings: push<Settings>() }
