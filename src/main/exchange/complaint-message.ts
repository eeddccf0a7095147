import { type Message, messageOf } from '../../shared/messages/messages.js'
import type { Complaint } from '../../v4/complaint.js'

/** The end of a sentence that begins with the value's name: "must be a decimal number". */
export function complaintMessage(complaint: Complaint): Message {
  switch (complaint.kind) {
    case 'least':
      return messageOf('portfolio.complaint.least', { least: complaint.least })
    case 'most':
      return messageOf('portfolio.complaint.most', { most: complaint.most })
    case 'longest-list':
    case 'longest-names':
    case 'longest-text':
      return messageOf(`portfolio.${complaint.kind}`, { most: complaint.most })
    default:
      return messageOf(`portfolio.complaint.${complaint.kind}`)
  }
}
