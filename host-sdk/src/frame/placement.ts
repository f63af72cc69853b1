/**
 * Where the frame waits before it is shown, and how the one element in the page looks. Constructable sheets and CSSOM only: a policy without `style-src` allows both.
 * The frame paints its own scrim; the page's stands in for it only while the skeleton shows.
 * `all: initial` keeps the page's own rules out (Radix sets `pointer-events: none` on the body).
 */
const card = `:host{all:initial}
dialog{position:fixed;inset:0;width:100%;height:100%;max-width:none;max-height:none;margin:0;padding:0;border:0;background:none;overflow:hidden;pointer-events:auto}
dialog::backdrop{background:none}
dialog:has(section:not([hidden])){background:rgb(10 12 20/44%)}
iframe{position:absolute;inset:0;width:100%;height:100%;border:0;background:none}
section{position:absolute;inset:0;margin:auto;width:min(328px,100% - 32px);height:fit-content;padding:16px;border-radius:24px;font:14px/1.5 system-ui,sans-serif;background:Canvas;color:CanvasText}
button{display:block;margin-inline-start:auto;padding:8px 16px;font:inherit}
p{min-height:160px;margin:16px 0;overflow-wrap:anywhere}
[hidden]{display:none}`

/** The frame is laid out at full size before it is shown. */
const keptLaidOut = 'dialog:not([open]){display:block;visibility:hidden;pointer-events:none}'

export type Placement = 'closed-dialog' | 'hidden'

export function createStyle(placement: Placement): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(placement === 'hidden' ? card + keptLaidOut : card)
  return sheet
}
