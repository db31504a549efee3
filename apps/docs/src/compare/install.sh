npm install interpose @interpose/policies
