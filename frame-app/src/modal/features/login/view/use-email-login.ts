import { useAtomValue } from 'jotai'
import { activeConnectionAtom } from '../../../session/state/active-connection.ts'

/** The email address of the wallet's email login, if that is its first login. The address of a social login does not count. */
export function useEmailLogin(): string | undefined {
  const { email, social } = useAtomValue(activeConnectionAtom)?.user ?? {}
  return social === undefined ? email : undefined
}
