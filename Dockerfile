# The command line in an image.
#   docker build --tag catbird .
#   docker run --rm catbird sample --template "Flight Bookings" -n 3
FROM node:24-slim AS build
WORKDIR /src
COPY . .
RUN npm ci \
 && mkdir /packed \
 && npm pack --workspace catbird --pack-destination /packed \
 && npm install --prefix /app --omit=dev --no-audit --no-fund /packed/*.tgz

FROM node:24-alpine
# State files and the output of `catbird file` go here; mount a volume to keep them.
WORKDIR /data
RUN chown node:node /data
COPY --from=build /app /app
USER node
ENTRYPOINT ["node", "/app/node_modules/catbird/bin/catbird.js"]
CMD ["--help"]
