/** Changes of the logins of an account: its email address, its further logins, and what ends or removes one. */
import type { Case } from './case.ts'
import { emailChange, linkAttacks, logins } from './proofs.ts'

export const loginChanges: readonly Case[] = [
  {
    id: 'C284',
    title:
      'the attacker’s own login is put into the account of a victim, by its id and verifier or with a stolen session',
    ends: ['service'],
    defence: [
      'service/src/wallet/domain/links.ts#createLinks',
      'service/src/wallet/domain/social.ts#startLink',
      'service/src/wallet/domain/farcaster.ts#startLink',
    ],
    proof: [linkAttacks],
  },
  {
    id: 'C285',
    title: 'the email address is changed with a stolen session, or with one of the two mailboxes',
    ends: ['service'],
    defence: [
      'service/src/wallet/domain/email-change.ts#createEmailChange',
      'service/src/wallet/recovery/checks.ts#requireApproved',
    ],
    proof: [emailChange, 'service/test/wallet/social/social.test.ts', 'service/test/wallet/recovery.test.ts'],
  },
  {
    id: 'C286',
    title: 'an address or a login that was removed opens the account again, or is taken while it is held',
    ends: ['service'],
    defence: [
      'service/src/store/sql/repositories/accounts.ts#createAccounts',
      'service/src/wallet/domain/removals.ts#createRemovals',
    ],
    proof: [emailChange],
  },
  {
    id: 'C287',
    title: 'a change of the address reveals which addresses have an account',
    ends: ['service'],
    defence: ['service/src/wallet/domain/email-change.ts#codeMail'],
    proof: [emailChange],
  },
  {
    id: 'C288',
    title: 'the codes of a change are guessed, repeated, or used for another change',
    ends: ['service'],
    defence: ['service/src/wallet/domain/email-change.ts#prove', 'service/src/wallet/domain/rates.ts#changeFailures'],
    proof: [emailChange],
  },
  {
    id: 'C289',
    title:
      'the link that undoes a change is opened by a scanner, pressed by another site, late or twice, or undoes too little',
    ends: ['service'],
    defence: [
      'service/src/wallet/pages/undo.ts#serveUndoPage',
      'service/src/wallet/domain/logins.ts#createLogins',
      'service/src/store/sql/repositories/accounts.ts#restoreIdentities',
    ],
    proof: [emailChange],
  },
  {
    id: 'C290',
    title: 'the last login is removed, also by two removals at once',
    ends: ['service'],
    defence: ['service/src/store/sql/repositories/accounts.ts#removeIdentity'],
    proof: [logins],
  },
  {
    id: 'C374',
    title:
      'whoever has a mailbox that was given up undoes its removal, and exports the keys or changes the recovery at once',
    ends: ['service'],
    defence: ['service/src/wallet/domain/settled.ts#createSettled'],
    proof: [emailChange],
  },
  {
    id: 'C291',
    title: 'a stolen session adds a login, and removes the owner’s or changes the recovery at once',
    ends: ['service'],
    defence: [
      'service/src/wallet/domain/settled.ts#createSettled',
      'service/src/wallet/domain/sessions.ts#requireFreshLogin',
    ],
    proof: [logins, emailChange],
  },
  {
    id: 'C323',
    title:
      'the victim’s login is put into the account of the attacker, or a login that is being added signs the attacker in',
    ends: ['service'],
    defence: [
      'service/src/wallet/domain/social.ts#isLink',
      'service/src/wallet/domain/social.ts#complete',
      'service/src/wallet/domain/farcaster.ts#complete',
      'service/src/wallet/pages/social.ts#isLink',
    ],
    proof: [linkAttacks],
  },
  {
    id: 'C324',
    title: 'a login is added that the user has not seen, or without a press behind the gate',
    ends: ['wallet'],
    defence: [
      'frame-app/src/wallet/account-pages/logins.ts#found',
      'frame-app/src/wallet/account-pages/view/Question.tsx#ApproveGate',
    ],
    proof: ['e2e/accounts/logins.full.test.ts', 'specs/removal-gate.spec.ts'],
  },
  {
    id: 'C325',
    title: 'a service says that nobody else can open the wallet, although an email does',
    ends: ['wallet'],
    defence: ['frame-app/src/wallet/custody/level.ts#levelOf'],
    proof: ['frame-app/src/wallet/custody/level.test.ts'],
  },
  {
    id: 'C71',
    title: 'a covered or misdirected press that forgets a device or removes a device or a way in; the last way in',
    ends: ['wallet'],
    defence: [
      'frame-app/src/wallet/account-pages/view/Question.tsx#ApproveGate',
      'frame-app/src/wallet/window/use-armed.ts#useArmed',
      'frame-app/src/wallet/login/access.ts#isOnlyWayIn',
    ],
    proof: ['specs/removal-gate.spec.ts', 'specs/passkey-window.spec.ts', 'e2e/accounts/last-way-in.test.ts'],
  },
]
