/** How far below the window a picture begins to load, in heights of the window (B-281). */
const preloadFactor = 1.3;

/**
 * Loads lazy pictures 1.3 screens ahead. Browsers load them by themselves too, at distances of their own, and without scripts. A picture that fails is not
 * requested again: its place stays as it is.
 */
export function loadPicturesAhead(): void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        (target as HTMLImageElement).loading = "eager";
      }
    },
    { rootMargin: `0px 0px ${preloadFactor * 100}%` },
  );
  for (const picture of document.querySelectorAll<HTMLImageElement>("img[loading=lazy]")) observer.observe(picture);
}
