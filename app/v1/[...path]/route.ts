import { asRoute } from "../as-route";

/** Every /v1 address that is no endpoint: 404 as JSON. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = asRoute();
