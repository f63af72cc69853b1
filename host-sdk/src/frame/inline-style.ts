/**
 * Added to the style of the one element while an embed shows the frame: it fills the box. In a box without a height of its
 * own, the line before the dialog gives it one. The skeleton's button to close is not shown.
 */
const style = `:host{display:block;position:relative;height:100%;overflow:hidden}
:host::before{content:"";display:block;height:560px}
dialog[role]{position:absolute;visibility:visible;pointer-events:auto;background:none!important}
dialog section:not([hidden]){display:grid;align-content:center;width:100%;height:100%;min-height:0;margin:0;border-color:#7d8390;border-radius:20px}
section>:first-child{display:none}`

let sheet: CSSStyleSheet | undefined

export function inlineSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(style)
  }
  return sheet
}
