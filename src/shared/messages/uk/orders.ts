import type { orders as english } from '../en/orders.js'
import type { Translation } from '../translation.js'

export const orders: Translation<typeof english> = {}
