/** The emails: stored as data in the outbox, rendered when sent. Host names are the only external text. */
import { TicketKind } from '@airlock/protocol/wallet-service/shapes.ts'
import { html } from 'hono/html'
import * as z from 'zod/mini'

const About = { hostOrigin: z.string(), label: z.string(), minutes: z.number() }

/** Facts of a completed change. */
const Made = { hostOrigin: z.string(), label: z.string(), place: z.string() }
const What = z.enum(['replaced', 'removed'])

const MailText = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('approve-device'), ...About, link: z.string(), place: z.string() }),
  z.object({ kind: z.literal('code'), ...About, code: z.string() }),
  z.object({ kind: z.literal('recovery'), ...About, link: z.string(), place: z.string() }),
  /** The wallet is getting another recovery address, `to`, which this mailbox has to approve. */
  z.object({ kind: z.literal('recovery-copy'), to: z.string(), ...About, link: z.string(), place: z.string() }),
  /** Sent by the recovery role when it gets the first half for a mailbox. The request does not name the site. */
  z.object({ kind: z.literal('wallet-made'), label: z.string(), place: z.string() }),
  z.object({ kind: z.literal('wallet-copied'), label: z.string(), place: z.string() }),
  z.object({ kind: z.literal('exported'), what: TicketKind, ...Made }),
  /** A device that the account did not know. */
  z.object({ kind: z.literal('signed-in'), ...Made }),
  /** Sent to the current address and to the new one. */
  z.object({ kind: z.literal('change-code'), side: z.enum(['old', 'new']), ...About, code: z.string() }),
  /** Sent to a new address that belongs to another account. */
  z.object({ kind: z.literal('change-refused'), hostOrigin: z.string() }),
  /** Sent to the removed login. */
  z.object({ kind: z.literal('login-gone'), what: What, ...Made, link: z.string(), hours: z.number() }),
  z.object({ kind: z.literal('login-added'), ...Made }),
  /** Sent to the remaining logins. */
  z.object({ kind: z.literal('logins-changed'), what: What, ...Made }),
  z.object({ kind: z.literal('logins-restored') }),
  z.object({ kind: z.literal('wallet-replaced'), ...Made }),
  z.object({ kind: z.literal('wallet-ended'), ...Made }),
])
export type MailText = z.infer<typeof MailText>

export const mailBody = (mail: MailText): Uint8Array => new TextEncoder().encode(JSON.stringify(mail))
/** @throws {Error} when it was not written by a version of this service. */
export const readMail = (body: Uint8Array): MailText => MailText.parse(JSON.parse(new TextDecoder().decode(body)))

export type RenderedMail = { readonly subject: string; readonly text: string; readonly html: string }

export function renderMail(mail: MailText): RenderedMail {
  const { subject, lines, action, closing } = wordsOf(mail)
  const text = [...lines, ...(action ? [action.value] : []), ...closing].join('\n\n')
  return { subject, text: `${text}\n`, html: String(page(subject, lines, action, closing) as string) } // as: contains no promises
}

type Words = {
  readonly subject: string
  readonly lines: readonly string[]
  readonly action?: { readonly kind: 'link' | 'code'; readonly label: string; readonly value: string }
  readonly closing: readonly string[]
}

function wordsOf(mail: MailText): Words {
  const host = 'hostOrigin' in mail ? hostOf(mail.hostOrigin) : ''
  switch (mail.kind) {
    case 'approve-device':
      return {
        subject: `Approve a new device for ${host}`,
        lines: [
          `Somebody wants to sign in on ${host} with this address: ${mail.label}, from ${mail.place}.`,
          'If this is you, open this page and pick the number that you see there:',
        ],
        action: { kind: 'link', label: 'Approve this device', value: mail.link },
        closing: [validity(mail), 'If it is not you, do nothing: nobody gets in without this mail.'],
      }
    case 'code':
      return {
        subject: `${mail.code} is your code for ${host}`,
        lines: [`Your code to sign in on ${host} with ${mail.label}:`],
        action: { kind: 'code', label: 'Code', value: mail.code },
        closing: [validity(mail), 'Type it only there. Nobody of ours will ever ask you for it.'],
      }
    case 'recovery':
      return {
        subject: `Open your wallet on ${host}`,
        lines: [
          `Your wallet is about to be opened on ${host}: ${mail.label}, from ${mail.place}.`,
          'If this is you, open this page and pick the number that you see there:',
        ],
        action: { kind: 'link', label: 'Open my wallet there', value: mail.link },
        closing: [
          validity(mail),
          'If it is not you, or if you never made a wallet with this address, say so on the same page, or do nothing.',
        ],
      }
    case 'wallet-made':
      return {
        subject: 'A wallet was made for your address',
        lines: [`From now on, this address can open a wallet that was made with ${mail.label}, from ${mail.place}.`],
        closing: unexpectedWallet,
      }
    case 'wallet-copied':
      return {
        subject: 'Your address can now open a wallet',
        lines: [
          `A wallet that had another address got this one, with ${mail.label}, from ${mail.place}. From now on, this address can open it.`,
        ],
        closing: unexpectedWallet,
      }
    case 'recovery-copy':
      return {
        subject: 'Confirm the new address of your wallet',
        lines: [
          `The address of your wallet is about to become ${mail.to}, on ${host}: ${mail.label}, from ${mail.place}.`,
          'If this is you, open this page and pick the number that you see there. Then the new address opens the wallet on new devices:',
        ],
        action: { kind: 'link', label: 'Confirm the new address', value: mail.link },
        closing: [validity(mail), 'If it is not you, say so on the same page, or do nothing: then nothing changes.'],
      }
    case 'exported':
      return {
        subject: `${exportedSubject[mail.what]} on ${host}`,
        lines: [
          `${exported[mail.what]} on ${host}: ${mail.label}, from ${mail.place}.`,
          mail.what === 'rotation'
            ? exportedHarm.rotation
            : `${exportedHarm[mail.what]} Nobody of ours will ever ask you for them.`,
        ],
        closing: [
          'If this was you, there is nothing to do.',
          'If it was not you, move what is in the wallet to another one at once, and remove that device in the wallet’s list of devices.',
        ],
      }
    case 'signed-in':
      return {
        subject: `A new device signed in on ${host}`,
        lines: [`Somebody signed in with your account on ${host}: ${mail.label}, from ${mail.place}.`],
        closing: checkLogins,
      }
    case 'change-code':
      return mail.side === 'old'
        ? {
            subject: `${mail.code} is your code to change your address`,
            lines: [`Somebody wants to change the address of your wallet on ${host}: ${mail.label}.`, 'Your code:'],
            action: { kind: 'code', label: 'Code', value: mail.code },
            closing: [
              validity(mail),
              'If it is not you, give the code to nobody: somebody uses your wallet. Sign in and remove devices that you do not know.',
            ],
          }
        : {
            subject: `${mail.code} is your code for your new address`,
            lines: [`This becomes the address of your wallet on ${host}, with ${mail.label}. Your code:`],
            action: { kind: 'code', label: 'Code', value: mail.code },
            closing: [validity(mail), 'If it is not you, do nothing: nothing changes without this code.'],
          }
    case 'change-refused':
      return {
        subject: 'This address has a wallet',
        lines: [
          `Somebody wanted to make this the address of another wallet on ${host}. It opens a wallet already, so nothing was changed.`,
        ],
        closing: [
          'If it was you, choose another address there, or sign in with this one.',
          'If it was not you, there is nothing to do.',
        ],
      }
    case 'login-gone':
      return {
        subject:
          mail.what === 'replaced' ? 'The address of your wallet was changed' : 'A login of your wallet was removed',
        lines: [
          `${gone[mail.what]} It was done on ${host}: ${mail.label}, from ${mail.place}.`,
          'If it was not you, undo it:',
        ],
        action: { kind: 'link', label: 'Undo this change', value: mail.link },
        closing: [`The link works for ${mail.hours} hours.`, 'If it was you, there is nothing to do.'],
      }
    case 'login-added':
      return {
        subject: 'A login was added to your wallet',
        lines: [
          `Your wallet can be opened with one more login. It was added on ${host}: ${mail.label}, from ${mail.place}.`,
        ],
        closing: checkLogins,
      }
    case 'logins-changed':
      return {
        subject:
          mail.what === 'replaced' ? 'The address of your wallet was changed' : 'A login of your wallet was removed',
        lines: [`${left[mail.what]} It was done on ${host}: ${mail.label}, from ${mail.place}.`],
        closing: checkLogins,
      }
    case 'logins-restored':
      return {
        subject: 'A change of the logins of your wallet was undone',
        lines: [
          'The logins of your wallet are again as they were before a change, because it was undone from an address that had been removed.',
          'Logins that were added after that change no longer open the wallet, and every device was signed out.',
        ],
        closing: ['Sign in and look at the wallet’s list of devices: remove those that you do not know.'],
      }
    case 'wallet-replaced':
      return {
        subject: 'Your wallet has a new key and new addresses',
        lines: [
          `The key of your wallet was replaced on ${host}: ${mail.label}, from ${mail.place}. All other devices were signed out.`,
          'Old recovery kits, recovery passwords and secret words open the old account only. Make new ones in the wallet.',
        ],
        closing: [
          'If this was you, there is nothing else to do: move what is still at the old addresses in the wallet.',
          'If it was not you, use your secret words or a recovery kit of the old account at once, and move what is left there to a wallet of your own.',
        ],
      }
    case 'wallet-ended':
      return {
        subject: 'Your old account was ended',
        lines: [
          `The old key of your wallet was erased on ${host}: ${mail.label}, from ${mail.place}. The service no longer opens the old account.`,
        ],
        closing: [
          'What is or arrives at the old addresses can be moved only with the old secret words or an old recovery kit.',
        ],
      }
  }
}

const unexpectedWallet = [
  'If this was you, there is nothing to do.',
  'If it was not you, and you find a wallet when you first sign in with this address, do not use it: somebody else may have its key.',
]

const validity = ({ minutes }: { readonly minutes: number }): string => `Valid for ${minutes} minutes.`

const gone = {
  replaced: 'Another address now opens your wallet, and this one no longer does.',
  removed: 'This login no longer opens your wallet.',
} as const
const left = {
  replaced: 'The address with which your wallet is opened was replaced by another one.',
  removed: 'One of the logins of your wallet no longer opens it.',
} as const
const checkLogins = [
  'If this was you, there is nothing to do.',
  'If it was not you, sign in, and look at the logins and the devices of your wallet: remove those that you do not know.',
] as const

const exported: Readonly<Record<TicketKind, string>> = {
  words: 'The secret words of your wallet were shown',
  eip155: 'The Ethereum key of your wallet was shown',
  solana: 'The Solana key of your wallet was shown',
  kit: 'A recovery kit of your wallet was made',
  password: 'A recovery password of your wallet was made',
  rotation: 'A new key for your wallet is being made',
}

const keysSubject = 'The keys of your wallet were shown'
const exportedSubject: Readonly<Record<TicketKind, string>> = {
  words: keysSubject,
  eip155: keysSubject,
  solana: keysSubject,
  kit: exported.kit,
  password: exported.password,
  rotation: exported.rotation,
}

const keysHarm = 'Whoever has them can take everything that is in the wallet.'
const exportedHarm: Readonly<Record<TicketKind, string>> = {
  words: keysHarm,
  eip155: keysHarm,
  solana: keysHarm,
  kit: 'Whoever has the kit and its six words can take everything that is in the wallet.',
  password: 'Whoever has its six words and your login can take everything that is in the wallet.',
  rotation: 'Your wallet gets new addresses, and all other devices are signed out.',
}

const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : 'an app')

/** Plain by design: no images, style sheets or other fetched content. */
const page = (subject: string, lines: readonly string[], action: Words['action'], closing: readonly string[]) =>
  html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${subject}</title></head>
<body style="font-family:system-ui,sans-serif;line-height:1.5;max-width:32rem;margin:0 auto;padding:1.5rem">
${lines.map((line) => html`<p>${line}</p>`)}
${action?.kind === 'link' ? html`<p><a href="${action.value}" style="display:inline-block;padding:.75rem 1.25rem;border-radius:.75rem;background:#1b57d6;color:#fff;text-decoration:none">${action.label}</a></p>` : ''}
${action?.kind === 'code' ? html`<p style="font-size:2rem;letter-spacing:.25em;font-weight:600">${action.value}</p>` : ''}
${closing.map((line) => html`<p style="color:#555">${line}</p>`)}
</body></html>
`
