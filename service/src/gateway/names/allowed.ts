/** Names that cannot be registered: insults, and names that could impersonate the operator. */
import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity'
import { skeletonOf } from './skeleton.ts'

/** Users would believe messages from such a name. */
const ofOperators = [
  'account',
  'accounts',
  'admin',
  'administrator',
  'billing',
  'contact',
  'help',
  'helpdesk',
  'info',
  'mail',
  'moderator',
  'official',
  'operator',
  'postmaster',
  'recovery',
  'root',
  'security',
  'service',
  'staff',
  'support',
  'system',
  'team',
  'verify',
  'wallet',
  'webmaster',
]

export type IsAllowed = (label: string) => boolean

/** @param reserved labels reserved by the operator */
export function createAllowed(reserved: readonly string[]): IsAllowed {
  const insults = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers })
  const kept = new Set([...ofOperators, ...reserved].map(skeletonOf))
  return (label) =>
    !kept.has(skeletonOf(label)) && !insults.hasMatch(label) && !insults.hasMatch(label.replaceAll('-', ''))
}
