import styles from './Spinner.module.css'

/** A turning arc. Hidden from screen readers: the caller sets `aria-busy` or announces the wait. */
export function Spinner() {
  return (
    <svg className={styles.spinner} width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <circle cx="10" cy="10" r="7.5" className={styles.track} />
      <path d="M10 2.5a7.5 7.5 0 0 1 7.5 7.5" />
    </svg>
  )
}
