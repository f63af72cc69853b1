/** The addresses below the modal's page through which the host page leaves for a social login: it knows no other URL of the project. */
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { socialPage } from '@airlock/protocol/contracts/shapes/socials.ts'

/** Drawn by the frame. */
export const ticketPattern = '[A-Za-z0-9_-]{43}'
const ticketOnly = new RegExp(`^${ticketPattern}$`)

/** Where a ticket leads: a URL that the ticket completes; `undefined` if the project has no social logins. */
export const socialRedirect = (record: ProjectRecord): string | undefined =>
  record.walletServiceUrl === undefined || !record.socials ? undefined : socialPage(record.walletServiceUrl, '')

export const isTicket = (text: string): boolean => ticketOnly.test(text)
