/** An envelope on a dark background. A base64 data URI, the one form that both standards accept. */
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#17181c"/>' +
  '<path d="M8 11h16v10H8zl8 6 8-6" fill="none" stroke="#fff" stroke-width="2" stroke-linejoin="round"/></svg>'

export const icon = `data:image/svg+xml;base64,${btoa(svg)}` as const
