/** Stops a video that plays by itself if the visitor prefers reduced motion, and lets them start it. */
export function attach(element: HTMLElement): void {
  const video = element.querySelector("video");
  if (video === null || !video.autoplay || !matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  video.autoplay = false;
  video.controls = true;
  video.pause();
}
