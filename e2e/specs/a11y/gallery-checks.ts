/** What is checked of every state of the gallery, and in which looks. Each check returns a line per fault. */
import type { Frame, Page } from '@playwright/test'
import type { PageLook } from '../../gallery/looks.ts'
import { walletGroups } from '../../gallery/state.ts'
import { audit } from './audit.ts'
import { bareControls, clipped, hiddenActions, smallFields, smallTargets, tooWide, zoomingControls } from './measure.ts'

export type Check = {
  readonly name: string
  readonly faults: (frame: Frame) => Promise<readonly string[]>
  /** Groups of the gallery that it leaves out. */
  readonly except?: readonly string[]
}

/** The number of rules that pass on the emptiest state; an audit of nothing passes none. */
const fewestRules = 14

const passes = (passed: readonly string[], fewest: number): readonly string[] => [
  ...(passed.length < fewest ? [`only ${passed.length} rules passed: ${passed.join(', ')}`] : []),
  ...(passed.includes('color-contrast') ? [] : ['no contrast was measured']),
]

export const checks = {
  heading: {
    name: 'a heading',
    faults: async (frame) => ((await frame.getByRole('heading').count()) > 0 ? [] : ['none']),
  },
  fits: { name: 'nothing beside the card', faults: tooWide },
  rules: {
    name: 'the rules of axe',
    async faults(frame) {
      const { violations, passed } = await audit(frame)
      return [...violations, ...passes(passed, fewestRules)]
    },
  },
  colours: {
    name: 'the rules of axe about colours',
    async faults(frame) {
      const { violations, passed } = await audit(frame, { isRecoloured: true })
      return [...violations, ...passes(passed, 1)]
    },
  },
  // In an approval, the space after an address reaches 4 px over the edge of the part that scrolls.
  whole: { name: 'no text is cut', faults: clipped, except: [walletGroups.approval] },
  targets: { name: 'no small target', faults: smallTargets },
  fields: { name: 'no field that a phone zooms into', faults: smallFields },
  touches: { name: 'no control that two touches zoom', faults: zoomingControls },
  action: { name: 'the main action in sight', faults: hiddenActions },
  borders: {
    name: 'a border around every control',
    faults: bareControls,
    except: [walletGroups.approval, walletGroups.security],
  },
} as const satisfies Readonly<Record<string, Check>>

export type GalleryLook = Partial<PageLook> & {
  readonly name: string
  readonly viewport: { readonly width: number; readonly height: number }
  readonly media?: Parameters<Page['emulateMedia']>[0]
  /** Size of the browser's text, in per cent. */
  readonly text?: number
  readonly checks: readonly Check[]
  /** Here no control may be at another place than in the view's other states (`steady.ts`). */
  readonly isSteady?: boolean
}

const { heading, fits, rules, colours, whole, targets, fields, touches, action, borders } = checks
const sheet = { width: 360, height: 740 }
const narrow = { width: 320, height: 640 }
const phone = { width: 360, height: 640 }
const laptop = { width: 1280, height: 800 }

/**
 * In this order, each over the one before; the first is that of a drawn state. Neighbours share what takes long to change: the
 * size of the window, then the media. Only colours differ between the themes, so one of them measures the places.
 */
export const galleryLooks: readonly [GalleryLook, ...GalleryLook[]] = [
  { name: 'light at 360 px', viewport: sheet, checks: [heading, fits, rules, whole, targets, fields, touches] },
  { name: 'colours of the system', viewport: sheet, media: { forcedColors: 'active' }, checks: [borders] },
  { name: 'light on a small phone', viewport: phone, checks: [action], isSteady: true },
  { name: 'light on a laptop', viewport: laptop, checks: [action], isSteady: true },
  { name: 'dark at 320 px', viewport: narrow, theme: 'dark', checks: [fits, colours, whole, targets] },
  { name: 'dark at 320 px, text of 200 %', viewport: narrow, theme: 'dark', text: 200, checks: [whole] },
  { name: 'from right to left', viewport: narrow, direction: 'rtl', checks: [whole] },
  { name: 'the longest texts', viewport: narrow, language: 'en-XA', checks: [whole] },
  { name: 'the longest texts at 200 %', viewport: narrow, language: 'en-XA', text: 200, checks: [whole] },
]
