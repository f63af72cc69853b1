/**
 * The attacks A1–A26 and the faults F1–F12 of custody as a table: what holds, and which tests say so. Tests carry their numbers in
 * brackets in their titles (`[A9, F4]`). `docs/custody.md` is written from it.
 */

export type Entry = {
  readonly id: `A${number}` | `F${number}`
  readonly title: string
  /** What holds, in one sentence. */
  readonly holds: string
  /** Files whose tests carry the number, from the root. */
  readonly proof: readonly string[]
  /** Cases of the attack corpus that try the same (`e2e/attack/registry.ts`). */
  readonly corpus?: readonly string[]
  /** What does not exist yet, without which there is nothing to attack, or no way to try. */
  readonly needs?: string
}

const run = 'e2e/custody/custody.full.test.ts'
const attacks = 'service/test/wallet/attacks.test.ts'
const recovery = 'service/test/wallet/recovery.test.ts'
const store = 'service/test/store/conformance.ts'
const sealing = 'service/test/store/sealing.test.ts'
const processes = 'service/test/store/processes.full.test.ts'
const envelope = 'service/test/crypto/envelope.test.ts'
const opening = 'frame-app/src/wallet/custody/open-wallet.test.ts'
const worker = 'frame-app/src/wallet/key-worker/calls.test.ts'
const planted = 'frame-app/src/wallet/key-worker/planted-wallet.test.ts'
const shares = 'frame-app/src/wallet/key-worker/keys/shares.test.ts'
const deviceKeys = 'frame-app/src/wallet/key-worker/keys/device.test.ts'

export const registry: readonly Entry[] = [
  {
    id: 'A1',
    title: 'a page forges messages of the frames',
    holds: 'Only the expected window at its exact origin is heard, and only what fits the contract.',
    proof: [],
    corpus: ['C12', 'C13', 'C22', 'T9', 'T10'],
  },
  {
    id: 'A2',
    title: 'a page that is not listed uses the wallet',
    holds: 'Both roles answer 403 to another origin and another host, and no mail goes out.',
    proof: [run, recovery],
    corpus: ['T1'],
  },
  {
    id: 'A3',
    title: 'script in the wallet document',
    holds:
      'What a page, a contract or a service says is drawn as text; no answer of the Key Worker holds a key, in whatever form.',
    proof: [worker, 'e2e/specs/wallet-markup.spec.ts'],
  },
  {
    id: 'A4',
    title: 'a package in the Key Worker sends keys away',
    holds: 'Its own response leaves it no network; each way out works without that policy.',
    proof: ['e2e/specs/key-worker-network.spec.ts'],
  },
  {
    id: 'A5',
    title: 'stolen database',
    holds: 'Shares, mails and addresses are sealed, tokens are hashes, and codes cannot be tried without the pepper.',
    proof: [attacks, sealing, run],
  },
  {
    id: 'A6',
    title: 'stolen database and KEK',
    holds: 'One share of three and half of a recovery secret open nothing.',
    proof: [run],
  },
  {
    id: 'A7',
    title: 'stolen device profile',
    holds: 'It works until it is revoked; then neither its tokens nor a new code help. Its keys cannot be exported.',
    proof: [worker, deviceKeys, run],
  },
  {
    id: 'A8',
    title: 'old backup and old device',
    holds: 'A key version that was replaced is refused by the device and by the service.',
    proof: [],
    needs: 'the exchange of a wallet’s key (rotation)',
  },
  {
    id: 'A9',
    title: 'guessing a code, in parallel, across restarts',
    holds: 'A try is counted before it is compared: five at most, however many come and whoever dies.',
    proof: [attacks, store, processes, run],
  },
  {
    id: 'A10',
    title: 'one code in many tabs',
    holds: 'A code is used up by the session that it opens.',
    proof: [attacks, store, processes, run],
  },
  {
    id: 'A11',
    title: 'asking who has an account',
    holds:
      'Known and unknown addresses get the same answer in the same time (a figure of the run); who is not known to the recovery role gets no mail. That a device has left a half there for an address can be asked 60 times an hour from one network.',
    proof: [attacks, recovery],
  },
  {
    id: 'A12',
    title: 'a scanner opens the links of mails',
    holds: 'Looking approves nothing; the form is taken from its own page only.',
    proof: [attacks, recovery],
  },
  {
    id: 'A13',
    title: 'login forgery, code injection, mix-up of providers',
    holds: 'State, nonce and two pairs of PKCE.',
    proof: [],
    needs: 'social login',
  },
  {
    id: 'A14',
    title: 'a page takes the result of a social login',
    holds: 'Nothing secret in messages; the verifier stays in the frame.',
    proof: [],
    needs: 'social login',
  },
  {
    id: 'A15',
    title: 'stolen token, replayed proof',
    holds: 'A token opens nothing without its key; a proof is good for one request, here, now, in every process.',
    proof: [attacks, store, run],
  },
  {
    id: 'A16',
    title: 'tabs that refresh at once',
    holds: 'All stay signed in; the same token later ends the family.',
    proof: [attacks, store],
  },
  {
    id: 'A17',
    title: 'a page covers the button',
    holds: 'A press counts only after half a second in which the whole panel was visible.',
    proof: [],
    corpus: ['C48', 'C71'],
  },
  {
    id: 'A18',
    title: 'signing blindly, or in to another site',
    holds:
      'Typed data and sign-in texts that mean harm are blocked or marked, and so is a transaction that the named network does not know.',
    proof: [
      'frame-app/src/wallet/decode/eip155/typed-data.test.ts',
      'frame-app/src/wallet/decode/message.test.ts',
      'frame-app/src/wallet/approval/solana/solana.test.ts',
    ],
  },
  {
    id: 'A19',
    title: 'a share or a row that was changed or swapped',
    holds: 'Every byte and every place counts: nothing opens elsewhere or otherwise.',
    proof: [envelope, sealing, shares, worker, planted],
  },
  {
    id: 'A20',
    title: 'a service that lies',
    holds:
      'A device takes no other wallet and no older key than it has seen, and a new device only a wallet that was sealed with its recovery secret. The recovery role gives out the halves of one device, until the mailbox agrees to another one.',
    proof: [worker, planted, 'frame-app/src/wallet/custody/open-wallet.test.ts'],
    corpus: ['C68'],
  },
  {
    id: 'A21',
    title: 'taking over a change of the address of mail',
    holds: 'Both mailboxes agree, and the old one can take it back.',
    proof: [],
    needs: 'the change of the address',
  },
  {
    id: 'A22',
    title: 'guessing the recovery password',
    holds: 'A slow hash, and five tries an hour.',
    proof: [],
    needs: 'recovery by password',
  },
  {
    id: 'A23',
    title: 'evil paymaster or bundler',
    holds: 'What is signed is shown and bound.',
    proof: [],
    needs: 'smart accounts',
  },
  {
    id: 'A24',
    title: 'delegation to a stranger',
    holds: 'A fixed list, and never chain 0.',
    proof: [],
    needs: 'smart accounts',
  },
  {
    id: 'A25',
    title: 'secrets in the log',
    holds: 'The log has no field that could hold one.',
    proof: [attacks, run],
  },
  {
    id: 'A26',
    title: 'exhausting the service',
    holds:
      'Bodies are bounded before they are read, calls are counted, slow hashes are few at a time, and who has nothing to guess at waits apart; how long others wait is a figure of the run.',
    proof: [attacks, run],
  },
  {
    id: 'F1',
    title: 'the service or the browser killed, at any step of sign-up and sign-in',
    holds:
      'Every address that somebody has seen opens from the device’s and from the recovery’s share; one wallet per person.',
    proof: [processes, opening, run, 'e2e/specs/service-restarts.spec.ts'],
  },
  {
    id: 'F2',
    title: 'power loss',
    holds: 'What was acknowledged is on the disk, whatever else the disk has written by then; the file is whole.',
    proof: ['service/test/store/power-loss.full.test.ts'],
  },
  {
    id: 'F3',
    title: 'disk full, read-only, locked',
    holds: 'An answer that says when to come back, nothing half done, and all is well afterwards.',
    proof: [processes, 'service/test/wallet/role.test.ts'],
  },
  {
    id: 'F4',
    title: 'two tabs, two devices, two processes at once',
    holds: 'One wallet becomes active, with the lock of the browser and without.',
    proof: [opening, processes, run],
  },
  {
    id: 'F5',
    title: 'storage of the browser erased',
    holds: 'It is a new device with the same address.',
    proof: [opening, run],
  },
  {
    id: 'F6',
    title: 'wrong clocks',
    holds: 'A device a day off is served; a service clock that is set back revives no code.',
    proof: ['service/test/wallet/login.test.ts', attacks],
  },
  {
    id: 'F7',
    title: 'mail server down or slow',
    holds: 'The login answers at once; the mail is tried again, later each time, while what it says is true.',
    proof: ['service/test/wallet/mail.test.ts', 'service/test/wallet/role.test.ts'],
  },
  {
    id: 'F8',
    title: 'provider, relay or node down',
    holds: 'A clear error within thirty seconds, and no flow that is stuck.',
    proof: [],
    corpus: ['T20'],
    needs: 'social login, for its providers',
  },
  {
    id: 'F9',
    title: 'the Key Worker killed while it signs',
    holds:
      'One error, and nothing is sent; a press brings the keys back. One that dies without a word is given up in time.',
    proof: ['e2e/specs/key-worker-killed.spec.ts', 'e2e/specs/wallet-security.spec.ts'],
  },
  {
    id: 'F10',
    title: 'restored from an old backup',
    holds:
      'Devices that are newer come back as new ones do, or by the passkey that they keep, and no address of a wallet in the backup is lost. A wallet that is younger opens on its device by its passkey, and is stored again; one that the backup has as a candidate is taken up by its device alone.',
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
    holds: 'Device and passkey open the wallet and sign.',
    proof: [worker],
    needs: 'the kit and the printed words, for a domain that is gone',
  },
  {
    id: 'F12',
    title: 'upgrade and downgrade',
    holds: 'A migration that dies leaves nothing and is done by the next start; an older program refuses.',
    proof: [processes],
  },
]
