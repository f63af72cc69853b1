/** Types of a catalogue after the build has parsed it: plain text stays text, other messages are trees. */
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import type exported from './locales/en-US.export.json'
import type first from './locales/en-US.json'
import type time from './locales/en-US.time.json'
import type late from './locales/en-US.views.json'
import type wallet from './locales/en-US.wallet.json'

/** Texts of the first view; also announcements, because eager code uses them. */
export type FirstKey = keyof typeof first
/** Texts of the rest of the modal. */
export type ViewKey = keyof typeof late | keyof typeof time
/** Texts that only the wallet frame has. */
export type OwnWalletKey = keyof typeof wallet | keyof typeof time
/** Texts of the wallet frame's late pages. */
export type ExportKey = keyof typeof exported
export type ModalKey = FirstKey | ViewKey
export type WalletKey = FirstKey | OwnWalletKey
export type MessageKey = ModalKey | WalletKey | ExportKey
export type Message = string | MessageFormatElement[]
export type Catalogue = Partial<Record<MessageKey, Message>>
/** A text for every key. */
export type Words<Key extends MessageKey> = Readonly<Record<Key, Message>>

/** Values of a message. Foreign text must go through `toDisplayText` first. */
export type MessageValues = Readonly<Record<string, string | number | bigint | Date>>
