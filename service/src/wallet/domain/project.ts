/** Whether a page may use the embedded wallet, according to the project record. */
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { SocialProviders } from '@airlock/protocol/contracts/shapes/socials.ts'
import type { Projects } from '../../frames/projects.ts'
import { Refusal } from '../refusal.ts'

/** @throws {Refusal} PROJECT_INVALID. */
export function findProject(projects: Projects, projectId: string): ProjectRecord & { readonly walletOrigin: string } {
  const record = projects.get(projectId)
  if (record?.walletOrigin === undefined) throw new Refusal('PROJECT_INVALID')
  return { ...record, walletOrigin: record.walletOrigin }
}

type Asked = { readonly projectId: string; readonly origin: string | undefined; readonly hostOrigin?: string }

/**
 * Only the wallet's own document calls, and it reports the origin of the embedding page. A call without an origin is
 * not from a page; it still has to prove its device key.
 * @throws {Refusal} PROJECT_INVALID, ORIGIN_NOT_ALLOWED.
 */
export function requireOrigin(projects: Projects, { projectId, origin, hostOrigin }: Asked): ProjectRecord {
  const record = findProject(projects, projectId)
  const isOurs = origin === undefined || origin === record.walletOrigin
  const isListed = hostOrigin === undefined || record.hostOrigins.includes(hostOrigin)
  if (!isOurs || !isListed) throw new Refusal('ORIGIN_NOT_ALLOWED')
  return record
}

/** Whether the project offers this social login. The record was validated at start. */
export const offersSocial = ({ socials }: ProjectRecord, provider: string): boolean =>
  socials !== undefined && SocialProviders.parse(socials).some(({ id }) => id === provider)
