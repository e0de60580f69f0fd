export interface CartLine {
  sku: string;
  name: string;
  quantity: number;
  unitPrice: number;
  total: number;
}

export interface Cart {
  lines: CartLine[];
  total: number;
}

/** What the server said no with, in words a customer can read. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
    this.name = "ApiError";
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(path, {
    method,
    credentials: "same-origin",
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new ApiError(response.status, answer?.error?.message ?? "Something went wrong");
  return answer as T;
}

export const getCart = () => call<Cart>("GET", "/api/cart");

export const addToCart = (sku: string, quantity: number) => call<Cart>("POST", "/api/cart", { sku, quantity });
