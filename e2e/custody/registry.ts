/*
 * The attacks A1–A26 and the faults F1–F12 of custody: the guarantee for each, and the tests that prove it. Tests have
 * their numbers in brackets in their titles (`[A9, F4]`). `docs/custody.md` is generated from this table.
 */

import * as proofs from '../attack/registry/proofs.ts'

export type Entry = {
  readonly id: `A${number}` | `F${number}`
  readonly title: string
  /** The guarantee, in one sentence. */
  readonly holds: string
  /** Files whose tests have the number, relative to the repository's root. */
  readonly proof: readonly string[]
  /** Cases of the attack corpus that test the same (`e2e/attack/registry.ts`). */
  readonly corpus?: readonly string[]
  /** A missing feature: without it there is nothing to attack, or no way to test it. */
  readonly needs?: string
}

const store = (part: string) => `service/test/store/conformance/${part}.ts`

export const registry: readonly Entry[] = [
  {
    id: 'A1',
    title: 'a page forges messages of the frames',
    holds:
      'Messages are accepted only from the expected window at its exact origin, and only if they fit the contract.',
    proof: [],
    corpus: ['C12', 'C13', 'C22', 'T9', 'T10'],
  },
  {
    id: 'A2',
    title: 'a page that is not listed uses the wallet',
    holds: 'Both roles answer 403 to another origin or host, and send no email.',
    proof: [proofs.custodyRun, proofs.walletRecovery],
    corpus: ['T1'],
  },
  {
    id: 'A3',
    title: 'script in the wallet document',
    holds:
      'Strings from a page, a contract or a service are rendered as text; no answer of the Key Worker contains a key, in any form, except that of an export, for a ticket.',
    proof: [proofs.keyWorkerCalls, 'e2e/specs/wallet-markup.spec.ts'],
  },
  {
    id: 'A4',
    title: 'a package in the Key Worker sends keys away',
    holds:
      'The Worker’s own response headers block all network access; the test checks that each way out works without them.',
    proof: ['e2e/specs/key-worker-network.spec.ts'],
  },
  {
    id: 'A5',
    title: 'stolen database',
    holds:
      'Shares, copies of recovery secrets, email addresses and emails are sealed, tokens are stored as hashes, and codes cannot be guessed without the pepper. The addresses of a wallet, and the browsers and sites of its devices, are stored in clear.',
    proof: [proofs.serviceAttacks, proofs.sealing, proofs.custodyRun],
  },
  {
    id: 'A6',
    title: 'stolen database and KEK',
    holds: 'One share of three and half of a recovery secret open nothing.',
    proof: [proofs.custodyRun],
  },
  {
    id: 'A7',
    title: 'stolen device profile',
    holds:
      'The copy works until the device is revoked; then neither its tokens nor a new code are accepted. No script can export its keys.',
    proof: [proofs.keyWorkerCalls, proofs.deviceKeys, proofs.custodyRun],
  },
  {
    id: 'A8',
    title: 'old backup and old device',
    holds: 'A key version that was replaced is refused by the device and by the service.',
    proof: [proofs.walletRotation, 'service/test/wallet/rotation.test.ts'],
    corpus: ['C317', 'C318'],
  },
  {
    id: 'A9',
    title: 'guessing a code, in parallel, across restarts',
    holds:
      'A try is counted before the code is compared: at most five are compared, even with parallel requests and killed processes.',
    proof: [proofs.serviceAttacks, store('flows'), proofs.processes, proofs.custodyRun],
  },
  {
    id: 'A10',
    title: 'one code in many tabs',
    holds: 'A code opens one session and is then invalid.',
    proof: [proofs.serviceAttacks, store('flows'), proofs.processes, proofs.custodyRun],
  },
  {
    id: 'A11',
    title: 'finding out which addresses have an account',
    holds:
      'Known and unknown addresses get the same answer in the same time (a figure of the run); the recovery role sends no email to an address for which it has no half. Known limit: one network can ask 60 times an hour whether a device has deposited a half for an address.',
    proof: [proofs.serviceAttacks, proofs.walletRecovery],
  },
  {
    id: 'A12',
    title: 'a scanner opens the links in emails',
    holds: 'Opening a link approves nothing; the form is accepted from its own page only.',
    proof: [proofs.serviceAttacks, proofs.walletRecovery],
  },
  {
    id: 'A13',
    title: 'login forgery, code injection, mix-up of providers',
    holds:
      'A provider’s answer counts once, for the login and the provider that it was asked of (state, nonce, PKCE twice), and, unless the account knows the device that began it, only once the user there has picked its number. An account is found by issuer and subject, never by an address. A Farcaster answer counts for the login whose nonce it signs, if the chain says that its signer may speak for the account.',
    proof: [proofs.socialAttacks, proofs.farcasterAttacks, proofs.linkAttacks, proofs.custodyRun],
    corpus: [
      'C240',
      'C241',
      'C242',
      'C244',
      'C245',
      'C246',
      'C247',
      'C248',
      'C260',
      'C262',
      'C263',
      'C292',
      'C293',
      'C294',
      'C295',
      'C296',
      'C297',
      'C298',
    ],
  },
  {
    id: 'A14',
    title: 'a page takes the result of a social login',
    holds:
      'The result is in no message: the wallet’s frame fetches it from the service, with its device key and a verifier that it sends to nobody else.',
    proof: [proofs.socialAttacks, 'e2e/specs/social-login.spec.ts'],
    corpus: ['C243'],
  },
  {
    id: 'A15',
    title: 'stolen token, replayed proof',
    holds:
      'A token is useless without its key; a proof is valid once, for one method, path and token of this service, for a short time, across all processes.',
    proof: [proofs.serviceAttacks, store('limits'), proofs.custodyRun],
  },
  {
    id: 'A16',
    title: 'tabs that refresh at once',
    holds: 'All tabs stay signed in; if the same token is used again later, its whole token family is revoked.',
    proof: [proofs.serviceAttacks, store('sessions')],
  },
  {
    id: 'A17',
    title: 'a page covers the button',
    holds:
      'A press counts only after half a second in which the whole panel was visible, as far as the browser sees it. So of what a page asks for, only a sign-in to that page is approved in the frame, unless the project record pins the host.',
    proof: [],
    corpus: ['C48', 'C71'],
  },
  {
    id: 'A18',
    title: 'signing blindly, or in to another site',
    holds:
      'Harmful typed data and sign-in texts are blocked or marked, and so is a transaction whose block hash the named network does not know.',
    proof: [
      'frame-app/src/wallet/decode/eip155/typed-data.test.ts',
      'frame-app/src/wallet/decode/message.test.ts',
      'frame-app/src/wallet/requests/transaction/solana.test.ts',
    ],
  },
  {
    id: 'A19',
    title: 'a share or a row that was changed or swapped',
    holds: 'Sealed data does not open if any byte is changed or if it is moved to another row or wallet.',
    proof: [proofs.envelope, proofs.sealing, proofs.keyShares, proofs.keyWorkerCalls, proofs.plantedWallet],
  },
  {
    id: 'A20',
    title: 'a service that lies',
    holds:
      'A device refuses another wallet and any key older than the one it has seen. A new device accepts only a wallet that was sealed with its recovery secret. The recovery role releases the halves of one device only, until another device is confirmed by email. This holds for a user whose device has stored them: a wallet that was made before its user first signed in may be the service’s own, and the only signs of it are the emails of the recovery role.',
    proof: [proofs.keyWorkerCalls, proofs.plantedWallet, 'frame-app/src/wallet/custody/open-wallet.test.ts'],
    corpus: ['C68', 'C369'],
  },
  {
    id: 'A21',
    title: 'hijacking a change of the email address',
    holds:
      'Both mailboxes confirm the change. For three days the old one can undo it, with all changes of logins since, unless its login is new and the account has an older one; for one day the keys are not exported and the recovery does not change.',
    proof: ['service/test/wallet/email-change.test.ts'],
    corpus: ['C285', 'C286', 'C287', 'C288', 'C289', 'C290', 'C291'],
  },
  {
    id: 'A22',
    title: 'guessing the recovery password',
    holds:
      'The wallet draws the password: 66 bits. The service releases its copy only with a proof of it, and takes five tries an hour. Each guess costs Argon2id over 64 MiB.',
    proof: [
      'service/test/wallet/recovery-password.test.ts',
      'frame-app/src/wallet/key-worker/keys/password.test.ts',
      'e2e/accounts/recovery-kit.full.test.ts',
    ],
  },
  {
    id: 'A23',
    title: 'evil paymaster or bundler',
    holds:
      'Everything that is signed is computed from the shown request, with gas limits. No operation is signed without a sponsor, so the account never pays a bundler. What has become of calls is read from the project’s nodes.',
    proof: ['e2e/bundler/alto.full.test.ts'],
    corpus: ['C270', 'C271', 'C300', 'C301', 'C302', 'C303', 'C305'],
  },
  {
    id: 'A24',
    title: 'delegation to an unknown contract',
    holds: 'A fixed list of delegates, and never chain 0.',
    proof: [],
    corpus: ['C264', 'C265', 'C272'],
  },
  {
    id: 'A25',
    title: 'secrets in the log',
    holds: 'The log has no field that could hold a secret.',
    proof: [proofs.serviceAttacks, proofs.custodyRun],
  },
  {
    id: 'A26',
    title: 'exhausting the service',
    holds:
      'Bodies are bounded before they are read, calls are rate-limited, few slow hashes run at a time, and code checks for logins that do not exist wait in a separate queue; how long other requests wait is a figure of the run.',
    proof: [proofs.serviceAttacks, proofs.custodyRun],
  },
  {
    id: 'F1',
    title: 'the service or the browser killed, at any step of sign-up and sign-in, or while a kit is made',
    holds:
      'Every address that a user has seen can be opened with the device’s share and with the recovery share, or with the kit where there is no email; each account has one wallet, whichever login it began with.',
    proof: [proofs.processes, proofs.walletOpening, proofs.custodyRun, 'e2e/specs/service-restarts.spec.ts'],
  },
  {
    id: 'F2',
    title: 'power loss',
    holds: 'Every acknowledged write is on disk, in whatever order the disk wrote; the file is intact.',
    proof: ['service/test/store/power-loss.full.test.ts'],
  },
  {
    id: 'F3',
    title: 'disk full, read-only, locked',
    holds: 'The answer says when to retry, no change is half done, and the service recovers afterwards.',
    proof: [proofs.processes, 'service/test/wallet/role.test.ts'],
  },
  {
    id: 'F4',
    title: 'two tabs, two devices, two processes at once',
    holds: 'One wallet becomes active, with and without the browser’s lock.',
    proof: [proofs.walletOpening, proofs.processes, proofs.custodyRun],
  },
  {
    id: 'F5',
    title: 'storage of the browser erased',
    holds: 'The browser counts as a new device and gets the same address, by a recovery method or a kit.',
    proof: [proofs.walletOpening, proofs.custodyRun],
  },
  {
    id: 'F6',
    title: 'wrong clocks',
    holds:
      'A device whose clock is a day off is served; setting the service clock back does not make an expired code valid.',
    proof: ['service/test/wallet/login.test.ts', proofs.serviceAttacks],
  },
  {
    id: 'F7',
    title: 'mail server down or slow',
    holds:
      'The login answers at once; the email is retried with growing delays while its content is valid, unless the mail server refuses it for good.',
    proof: ['service/test/wallet/mail.test.ts', 'service/test/wallet/role.test.ts'],
  },
  {
    id: 'F8',
    title: 'provider, relay or node down',
    holds: 'The user gets a clear error within thirty seconds, and no flow hangs.',
    proof: [proofs.socialAttacks, 'e2e/specs/social-login.spec.ts', 'service/test/wallet/farcaster/farcaster.test.ts'],
    corpus: ['T20', 'C249', 'C297'],
  },
  {
    id: 'F9',
    title: 'the Key Worker killed while it signs',
    holds:
      'The request fails with one error and nothing is sent; a press loads the keys again. A Worker that stops answering is detected by a timeout.',
    proof: ['e2e/specs/key-worker-killed.spec.ts', 'e2e/specs/wallet-security.spec.ts'],
  },
  {
    id: 'F10',
    title: 'restored from an old backup',
    holds:
      'Devices newer than the backup sign in as new devices, or with a passkey that they keep, and no address of a wallet in the backup is lost. A wallet newer than the backup opens on its device with a passkey, and is stored again; without one, only its kit opens it. A wallet that the backup has as a candidate is completed by its device alone.',
    proof: [
      'service/test/store/maintenance.test.ts',
      'e2e/accounts/restored.full.test.ts',
      'e2e/accounts/no-escrow.full.test.ts',
      'frame-app/src/wallet/custody/open-wallet.test.ts',
      'e2e/specs/wallet-security.spec.ts',
    ],
  },
  {
    id: 'F11',
    title: 'the service gone for good',
    holds:
      'Device and passkey open the wallet and sign, while its pages are served. If its domain is gone too, a recovery kit opens with a page from the disk or a command, without a network; words and keys give the same addresses in other libraries.',
    proof: [
      proofs.keyWorkerCalls,
      'frame-app/src/wallet/key-worker/export.test.ts',
      'e2e/recovery-kit/offline.full.test.ts',
      proofs.custodyRun,
    ],
  },
  {
    id: 'F12',
    title: 'upgrade and downgrade',
    holds:
      'An interrupted migration leaves no change and runs again at the next start; an older program refuses the newer schema.',
    proof: [proofs.processes],
  },
]
