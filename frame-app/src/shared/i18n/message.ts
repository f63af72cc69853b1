/** The shape of a catalogue after the build has parsed it: plain text stays text, the rest is a tree. */
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import type first from './locales/en-US.json'
import type late from './locales/en-US.late.json'
import type time from './locales/en-US.time.json'
import type wallet from './locales/en-US.wallet.json'

/** What the first view can say: titles of all views, toasts and announcements among it, which eager code says. */
export type FirstKey = keyof typeof first
/** What the rest of the modal can say. */
export type LateKey = keyof typeof late | keyof typeof time
/** What the wallet frame says of its own. */
export type OwnWalletKey = keyof typeof wallet | keyof typeof time
export type ModalKey = FirstKey | LateKey
export type WalletKey = FirstKey | OwnWalletKey
export type MessageKey = ModalKey | WalletKey
export type Message = string | MessageFormatElement[]
export type Catalogue = Partial<Record<MessageKey, Message>>
/** A text for every key. */
export type Words<Key extends MessageKey> = Readonly<Record<Key, Message>>

/** What a message may hold beside its text. Foreign text goes through `toDisplayText` first. */
export type MessageValues = Readonly<Record<string, string | number | bigint | Date>>
