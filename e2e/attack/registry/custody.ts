/** Keys, shares and recovery of the embedded wallet. */
import type { Case } from './case.ts'

export const custody: readonly Case[] = [
  {
    id: 'C354',
    title:
      'whoever had a mailbox for a moment changes the address, changes it back, and takes the account with a later undo',
    ends: ['service'],
    defence: [
      'service/src/wallet/domain/removals.ts#isSenior',
      'service/src/store/sql/repositories/accounts.ts#createAccounts',
    ],
    proof: ['service/test/wallet/email-change.test.ts'],
  },
  {
    id: 'C353',
    title: 'a user is led to confirm, in the recovery email, a device that is not theirs',
    ends: ['service'],
    defence: ['service/src/wallet/recovery/checks.ts#isRight'],
    proof: ['service/test/wallet/recovery.test.ts'],
  },
  {
    id: 'C369',
    title: 'a wallet is made for an address before its owner first signs in, and nobody tells them',
    ends: ['service'],
    defence: ['service/src/wallet/recovery/checks.ts#createChecks'],
    proof: ['service/test/wallet/recovery.test.ts'],
  },
  {
    id: 'C368',
    title: 'the script of the Key Worker is changed on the way, and the page is not',
    ends: ['wallet'],
    defence: ['frame-app/src/wallet/custody/worker-script.ts#expectSealedScript'],
    proof: ['frame-app/src/wallet/custody/worker-script.test.ts', 'specs/release.spec.ts'],
  },
  {
    id: 'C68',
    title: 'the wallet service offers a new device a wallet whose key it knows',
    ends: ['key worker', 'service'],
    defence: [
      'frame-app/src/wallet/key-worker/keys/recovery-share.ts#openRecoveryShare',
      'frame-app/src/wallet/key-worker/keys/recovery.ts#unwrapWithPrf',
      'service/src/store/sql/repositories/escrows.ts#createEscrows',
      'service/src/wallet/recovery/checks.ts#createChecks',
    ],
    proof: [
      'frame-app/src/wallet/key-worker/planted-wallet.test.ts',
      'frame-app/src/wallet/key-worker/keys/sealing.test.ts',
      'service/test/wallet/recovery.test.ts',
      'e2e/accounts/passkey.full.test.ts',
    ],
  },
  {
    id: 'C81',
    title: 'a call of the Key Worker fails, and its secrets stay in memory',
    ends: ['key worker'],
    defence: [
      'frame-app/src/wallet/key-worker/keys/bytes.ts#withSecrets',
      'frame-app/src/wallet/key-worker/candidates.ts#givenUpOnError',
      'frame-app/src/wallet/key-worker/candidates.ts#wipeCandidate',
    ],
    proof: ['frame-app/src/wallet/key-worker/wiped-secrets.full.test.ts'],
  },
  {
    id: 'C86',
    title: 'more devices than a wallet may have, by an enrolment that was given up for a while',
    ends: ['service'],
    defence: ['service/src/store/sql/repositories/share-sets.ts#createShareSets'],
    proof: ['service/test/wallet/wallets.test.ts'],
  },
  {
    id: 'C87',
    title: 'another account takes the id of a lost wallet before its owner stores it again',
    ends: ['service'],
    defence: ['service/src/store/sql/repositories/wallets.ts#findNamed'],
    proof: ['service/test/wallet/wallets.test.ts'],
  },
  {
    id: 'C88',
    title: 'a wallet that is younger than the restored backup is lost, or comes back without its recovery',
    ends: ['wallet', 'key worker', 'service'],
    defence: [
      'frame-app/src/wallet/custody/open-wallet.ts#revive',
      'service/src/store/sql/repositories/wallets.ts#createWallets',
    ],
    proof: [
      'frame-app/src/wallet/custody/open-wallet.test.ts',
      'frame-app/src/wallet/key-worker/calls.test.ts',
      'service/test/wallet/wallets.test.ts',
      'e2e/accounts/restored.full.test.ts',
    ],
  },
  {
    id: 'C273',
    title:
      'the ticket of an export is used twice, late, on another device, for another secret, or made by somebody else',
    ends: ['key worker', 'service'],
    defence: [
      'frame-app/src/wallet/key-worker/export.ts#exportSecret',
      'frame-app/src/wallet/key-worker/recipients.ts#openOnce',
      'service/src/wallet/domain/exports.ts#createExports',
    ],
    proof: ['frame-app/src/wallet/key-worker/export.test.ts', 'service/test/wallet/exports.test.ts'],
  },
  {
    id: 'C274',
    title: 'a stolen session exports the keys without a fresh login',
    ends: ['service'],
    defence: ['service/src/wallet/domain/sessions.ts#requireFreshLogin'],
    proof: ['service/test/wallet/exports.test.ts'],
  },
  {
    id: 'C275',
    title: 'a page asks, through the modal, for the page that exports the keys',
    ends: ['wallet link', 'wallet'],
    defence: [
      'protocol/src/contracts/wallet-link/received-by-wallet.ts#UI_SHOW',
      'frame-app/src/wallet/security/security.ts#showExport',
    ],
    proof: ['frame-app/src/wallet/link/handlers.test.ts'],
  },
  {
    id: 'C276',
    title: 'a covered, lured or scripted press exports the keys, or a page reads what is shown',
    ends: ['wallet'],
    defence: [
      'frame-app/src/wallet/security/view/Door.tsx#ApproveGate',
      'frame-app/src/wallet/security/view/use-hold.ts#useHold',
      'frame-app/src/wallet/security/view/use-hidden-away.ts#useHiddenAway',
      'frame-app/src/wallet/window/use-armed.ts#useArmed',
    ],
    proof: ['specs/export.spec.ts'],
  },
  {
    id: 'C277',
    title: 'a login is added to an account, and the keys are exported with it at once',
    ends: ['service'],
    defence: ['service/src/wallet/domain/settled.ts#createSettled'],
    proof: ['service/test/wallet/exports.test.ts'],
  },
  {
    id: 'C278',
    title: 'a recovery kit is made without its own ticket, or who finds its file opens it without its words',
    ends: ['key worker', 'wallet'],
    defence: [
      'frame-app/src/wallet/key-worker/export.ts#exportSecret',
      'frame-app/src/wallet/key-worker/keys/password.ts#wrapWithPassword',
      'frame-app/src/wallet/key-worker/kit/password.ts#drawPassword',
    ],
    proof: [
      'frame-app/src/wallet/key-worker/export.test.ts',
      'frame-app/src/wallet/key-worker/kit/kit.test.ts',
      'specs/recovery-kit.spec.ts',
    ],
  },
  {
    id: 'C279',
    title: 'a recovery kit that was changed opens, or makes its parser fail in another way than it says',
    ends: ['key worker'],
    defence: [
      'frame-app/src/wallet/key-worker/kit/format.ts#readKit',
      'frame-app/src/wallet/key-worker/kit/kit.ts#openKit',
    ],
    proof: ['frame-app/src/wallet/key-worker/kit/kit.test.ts', 'frame-app/src/wallet/key-worker/kit/kit.full.test.ts'],
  },
  {
    id: 'C280',
    title: 'a stolen session or mailbox guesses the recovery password, or gets its copy to guess at leisure',
    ends: ['service', 'key worker'],
    defence: [
      'service/src/wallet/domain/wallets.ts#isProven',
      'frame-app/src/wallet/key-worker/keys/password.ts#slowHash',
      'frame-app/src/wallet/key-worker/kit/password.ts#drawPassword',
    ],
    proof: [
      'service/test/wallet/recovery-password.test.ts',
      'frame-app/src/wallet/key-worker/keys/password.test.ts',
      'e2e/accounts/recovery-kit.full.test.ts',
    ],
  },
  {
    id: 'C281',
    title: 'the wallet service opens the copy of a recovery password with what it is shown',
    ends: ['key worker', 'service'],
    defence: ['frame-app/src/wallet/key-worker/keys/password.ts#stretchPassword'],
    proof: ['frame-app/src/wallet/key-worker/keys/password.test.ts'],
  },
  {
    id: 'C283',
    title: 'a recovery kit of another wallet is planted on a new device',
    ends: ['key worker', 'wallet'],
    defence: [
      'frame-app/src/wallet/key-worker/calls.ts#createCalls',
      'frame-app/src/wallet/key-worker/opening.ts#createOpening',
    ],
    proof: ['e2e/accounts/recovery-kit.full.test.ts'],
  },
  {
    id: 'C282',
    title: 'a package or a text in the page that opens recovery kits sends what it opens away',
    ends: ['key worker'],
    defence: ['scripts/pack/kit-files.ts#policyOf'],
    proof: ['e2e/recovery-kit/offline.full.test.ts'],
  },
  {
    id: 'C340',
    title: 'a request that was closed while the key signed it is sent',
    ends: ['wallet'],
    defence: ['frame-app/src/wallet/approval/approvals.ts#sign'],
    proof: ['frame-app/src/wallet/approval/approvals.test.ts'],
  },
  {
    id: 'C341',
    title: 'a session is used from the wallet origin of another project',
    ends: ['service'],
    defence: ['service/src/wallet/http/serve.ts#requireOrigin'],
    proof: ['service/test/wallet/login.test.ts'],
  },
  {
    id: 'C342',
    title: 'who holds a security key, but not its PIN, opens the wallet with it',
    ends: ['wallet'],
    defence: ['frame-app/src/wallet/passkey/passkeys.ts#createPasskeys'],
    proof: ['frame-app/src/wallet/passkey/passkeys.test.ts'],
  },
  {
    id: 'C343',
    title: 'who writes the database moves a sealed value to another mailbox, device or account',
    ends: ['service'],
    defence: ['service/src/store/sql/schema.ts#sealed'],
    proof: ['service/test/store/sealing.test.ts'],
  },
]
