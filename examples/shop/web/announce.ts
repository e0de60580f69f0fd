let region: HTMLElement | undefined;

/** Shows a short message at the end of the page, where screen readers hear it. */
export function announce(message: string): void {
  if (!region) {
    region = document.createElement("p");
    region.setAttribute("role", "status");
    document.body.append(region);
  }
  region.textContent = message;
}
