/** Sends the customer back to where the login began. */
export function goBack(): void {
  const next = new URLSearchParams(location.search).get("next") ?? "/";
  if (/^\/[a-z0-9-]*$/.test(next)) location.href = next;
  else location.href = "/";
}

/** The language is part of the address, and only these two are there. */
export function switchLanguage(): void {
  const wanted = new URLSearchParams(location.search).get("lang") ?? "en";
  if (!["en", "de"].includes(wanted)) return;
  location.assign(`/${wanted}/`);
}

export async function logIn(form: HTMLFormElement): Promise<boolean> {
  const body = JSON.stringify(Object.fromEntries(new FormData(form)));
  const answer = await fetch("/api/login", { method: "POST", headers: { "content-type": "application/json" }, body });
  return answer.ok;
}

export function wireLogin(form: HTMLFormElement, problem: HTMLElement): void {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    // @ts-ignore
    form.elements.submit.disabled = true;
    if (await logIn(form)) goBack();
    else problem.textContent = "The e-mail address or the password is wrong";
  });
}

/** Fills the field from the password manager, where the browser has one. */
export async function prefill(form: HTMLFormElement): Promise<void> {
  if (!("credentials" in navigator)) return;
  // @ts-expect-error the option is not in the types of the DOM yet
  const kept = await navigator.credentials.get({ password: true, mediation: "silent" });
  const field = form.querySelector<HTMLInputElement>("input[name=email]");
  if (kept && field) field.value = kept.id;
}
