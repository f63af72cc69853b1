/** Sessions of the multichain provider: what a page or another script of it asks for, stores and calls. */
import type { Case } from './case.ts'

const sessions = 'host-sdk/test/universal.test.ts'
const scopes = 'host-sdk/test/universal-scopes.test.ts'

export const multichainSessions: readonly Case[] = [
  {
    id: 'C361',
    title: 'a page names a function of a session by another one with the same selector',
    ends: ['wallet'],
    defence: ['frame-app/src/wallet/sessions/intent.ts#named'],
    proof: ['frame-app/src/wallet/sessions/sessions.test.ts'],
  },
  {
    id: 'C230',
    title:
      'a library asks for a session with values that are no scopes, that change while they are read, or without end',
    ends: ['page'],
    defence: ['host-sdk/src/universal/scopes.ts#readRequest', 'host-sdk/src/conform.ts#copyOf'],
    proof: [sessions, scopes],
  },
  {
    id: 'C231',
    title: 'a library calls a network or a method that its session does not have',
    ends: ['page'],
    defence: ['host-sdk/src/universal/invoke.ts#networkFor', 'host-sdk/src/universal/grant.ts#grant'],
    proof: [sessions, scopes],
  },
  {
    id: 'C232',
    title: 'a script writes a session into the storage of the page',
    ends: ['page'],
    defence: ['host-sdk/src/universal/storage.ts#readAll', 'host-sdk/src/universal/sessions.ts#isHeld'],
    proof: [sessions],
  },
  {
    id: 'C233',
    title: 'a transaction reaches an injected wallet on another network than the one that was called',
    ends: ['page'],
    defence: ['host-sdk/src/providers/scoped.ts#bind', 'host-sdk/src/providers/scoped.ts#turns'],
    proof: ['host-sdk/test/scoped.test.ts'],
  },
]
