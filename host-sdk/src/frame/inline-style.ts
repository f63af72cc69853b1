/**
 * Added to the element's style while an embed shows the frame: the frame fills the box. In a box without its own height, the line before
 * the dialog sets one. The skeleton's close button is hidden.
 */
const style = `:host{display:block;position:relative;height:100%;overflow:hidden}
:host::before{content:"";display:block;height:560px}
dialog[role]{display:block;position:absolute;background:none!important}
dialog section{display:grid;align-content:center;width:100%;height:100%;min-height:0;margin:0;border-color:#7d8390;border-radius:20px}
section>:first-child{display:none}`

let sheet: CSSStyleSheet | undefined

export function inlineSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(style)
  }
  return sheet
}
