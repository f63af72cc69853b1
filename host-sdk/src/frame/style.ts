/**
 * The style of the SDK's only element in the page. A frame that is not shown is not rendered: a hidden one could take the keyboard. Uses
 * constructable sheets and CSSOM only, which a policy without `style-src` allows. The frame paints its own scrim; the page paints one only
 * while the skeleton is shown, and the frame behind it is not seen. Then the page's scrim fades out, once the frame has had time to draw
 * its own: the page in between must not flash. The card fades out over the frame's in the same way, because in between there would be none.
 * It has the place, sizes and colours of the frame's own (`frame-app/src/shared/ui/shell`, `frame-app/src/shared/theme/tokens.css`); its
 * transparent borders become visible in forced colours. `all: initial` keeps the page's own rules out (Radix sets `pointer-events: none` on
 * the body).
 */
const style = `:host{all:initial}
dialog{max-height:none;position:fixed;pointer-events:auto;height:100%;padding:0;margin:0;width:100%;inset:0;transition:.1s .1s;background:none;overflow:hidden;max-width:none;border:0}
dialog::backdrop{background:none}
dialog:has(section:not([hidden])){background:#0a0c1470}
iframe{width:100%;position:absolute;border:0;inset:0;height:100%}
[inert]{opacity:0}
section{position:absolute;inset:0;margin:max(5dvh,50dvh - 320px) auto auto;box-sizing:border-box;display:flex;flex-direction:column;width:360px;height:min(90dvh,640px);overflow:auto;padding:6px 16px 16px;border:1px solid transparent;border-radius:20px;font:15px/1.5 system-ui,sans-serif;background:Canvas;background:light-dark(#fff,#121313);color:CanvasText;color:light-dark(#14161a,#f3f4f6)}
button{flex:none;width:44px;min-height:44px;margin:0 -10px 0 auto;padding:0;border:1px solid transparent;border-radius:12px;font:inherit;background:none;color:inherit}
p~button{background:#667dff;color:#0b0d1a;min-height:48px;margin:0;width:100%}
p{flex:1;overflow-wrap:anywhere;gap:16px;text-align:center;place-content:center;justify-items:center;display:grid}
[aria-busy=true] p::before{content:"";box-sizing:border-box;width:40px;height:40px;border:3px solid #7d839040;border-top-color:#667dff;border-radius:20px;animation:turn 1s linear infinite}
@keyframes turn{to{transform:rotate(1turn)}}
@media(prefers-reduced-motion:reduce){p::before{animation:none!important}}
@media(width<430px){section{margin:auto 0 0;width:100%;padding-bottom:calc(16px + env(safe-area-inset-bottom,0px));border-end-start-radius:0;border-end-end-radius:0}}
button[hidden]{display:none}
section[hidden]{visibility:hidden;opacity:0;pointer-events:none;transition:.1s .1s}`

/** Browsers without constructable sheets get a plain dialog, which says that they are too old. */
export function dress(shadow: ShadowRoot): void {
  if (!('adoptedStyleSheets' in shadow)) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  shadow.adoptedStyleSheets = [sheet]
}
