/** The shape of a catalogue after the build has parsed it: plain text stays text, the rest is a tree. */
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import type en from './locales/en-US.json'

export type MessageKey = keyof typeof en
export type Message = string | MessageFormatElement[]
export type Catalogue = Partial<Record<MessageKey, Message>>

/** What a message may hold beside its text. Foreign text goes through `toDisplayText` first. */
export type MessageValues = Readonly<Record<string, string | number | bigint | Date>>
