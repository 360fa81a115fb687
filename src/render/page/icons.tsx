/** A small arrow down, for elements that open a menu. */
export function Chevron() {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M4 6l4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}

/** The two lines of the menu button; CSS turns them into a cross while the drawer is open. */
export function BurgerLines() {
  return (
    <svg viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <path className="line" d="M2 6h16" />
      <path className="line" d="M2 14h16" />
    </svg>
  );
}
