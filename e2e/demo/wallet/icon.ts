/** The logo of the demo wallet, as a data URI for EIP-6963. */
const drawing = [
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">',
  '<rect width="64" height="64" rx="15" fill="#0f6b5c"/>',
  '<path d="M14 23a6 6 0 0 1 6-6h22a5 5 0 0 1 5 5v3H20" fill="#7fd9c4"/>',
  '<rect x="14" y="23" width="36" height="25" rx="6" fill="#f3fffb"/>',
  '<rect x="38" y="31" width="14" height="9" rx="4.5" fill="#0f6b5c"/>',
  '<circle cx="43" cy="35.5" r="2" fill="#f3fffb"/>',
  '</svg>',
].join('')

export const icon = `data:image/svg+xml,${encodeURIComponent(drawing)}`
