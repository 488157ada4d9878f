# The command line in an image.
#   docker build --tag catbird .
#   docker run --rm catbird sample --template "Flight Bookings" -n 3
FROM node:24-slim AS build
WORKDIR /src
COPY . .
# The package as it is published, with dependencies from the lock file.
RUN npm ci \
 && npm pack --workspace catbird \
 && npm ci --omit=dev --ignore-scripts --workspace catbird \
 && rm -r node_modules/@catbird \
 && mkdir --parents /app/packages/cli \
 && tar --extract --gzip --file catbird-*.tgz --directory /app/packages/cli --strip-components 1 \
 && mv node_modules /app \
 && mv packages/cli/node_modules /app/packages/cli

FROM node:24-alpine
# State files and the output of `catbird file` go here; mount a volume to keep them.
WORKDIR /data
RUN chown node:node /data
COPY --from=build /app /app
USER node
ENTRYPOINT ["node", "/app/node_modules/catbird/bin/catbird.js"]
CMD ["--help"]
