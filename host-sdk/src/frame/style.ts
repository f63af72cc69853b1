/**
 * The style of the SDK's only element in the page. A frame that is not shown is not rendered: a hidden one could take the keyboard. Uses
 * constructable sheets and CSSOM only, which a policy without `style-src` allows. The frame paints its own scrim; the page paints one only while the skeleton is
 * shown. The card has the sizes and colours of the frame's own (`frame-app/src/shared/theme/tokens.css`); its transparent borders become
 * visible in forced colours. `all: initial` keeps the page's own rules out (Radix sets `pointer-events: none` on the body).
 */
const style = `:host{all:initial}
dialog{position:fixed;inset:0;width:100%;height:100%;max-width:none;max-height:none;margin:0;padding:0;border:0;background:none;overflow:hidden;pointer-events:auto}
dialog::backdrop{background:none}
dialog:has(section:not([hidden])){background:rgb(10 12 20/44%)}
iframe{position:absolute;inset:0;width:100%;height:100%;border:0;background:none}
section{position:absolute;inset:0;margin:auto;box-sizing:border-box;width:360px;height:fit-content;min-height:240px;padding:8px 16px 16px;border:1px solid transparent;border-radius:20px;font:15px/1.5 system-ui,sans-serif;background:Canvas;background:light-dark(#fff,#121313);color:CanvasText;color:light-dark(#14161a,#f3f4f6)}
button{display:block;min-width:44px;min-height:44px;margin-inline-start:auto;padding:0 12px;border:1px solid transparent;border-radius:12px;font:inherit;background:none;color:inherit}
p~button{width:100%;min-height:48px;background:#667dff;color:#0b0d1a}
p{display:grid;place-content:center;place-items:center;gap:16px;min-height:112px;margin:8px 0 16px;text-align:center;overflow-wrap:anywhere}
[aria-busy=true] p::before{content:"";box-sizing:border-box;width:40px;height:40px;border:3px solid rgb(125 131 144/25%);border-top-color:#667dff;border-radius:50%;animation:turn 1s linear infinite}
@keyframes turn{to{transform:rotate(1turn)}}
@media(prefers-reduced-motion:reduce){p::before{animation:none!important}}
@media(width<430px){section{margin:auto 0 0;width:100%;padding-bottom:calc(16px + env(safe-area-inset-bottom,0px));border-end-start-radius:0;border-end-end-radius:0}}
[hidden]{display:none}`

export function createStyle(): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  return sheet
}
